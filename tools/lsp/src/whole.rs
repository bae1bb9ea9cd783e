//! The WGSL program that a document is part of, and the mapping between positions in the document and in the program.
//!
//! Every feature that needs names and types works on a program. Without imports, the program is the document. Otherwise it is linked from
//! the document and everything that it imports ([`View`](wgsl_modules::View)), so hover, completion and the rest see declarations of other
//! files like local ones. Functions that take or return offsets and spans in a document say so; all other spans are in the program.

use crate::address;
use crate::assembly::Linked;
use crate::docs;
use crate::lines::{Encoding, Lines};
use lsp_types::{Location, Range, Uri};
use shader_source::{Span, steps};
use std::cell::OnceCell;
use std::path::PathBuf;
use wgsl_modules::{Brought, FileIndex, Link, Piece, Place, Qualifier, Target};
use wgsl_validator::ast::{DeclId, DeclKind};
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::occurrence::{Denoted, Occurrence, occurrence_at, occurrences};
use wgsl_validator::{Module, Options, Validator};

/// The program of a document.
#[derive(Debug)]
pub(crate) struct Whole {
    module: Module,
    names: OnceCell<Vec<Occurrence>>,
    files: Option<Files>,
}

/// The files of a program with more than one.
#[derive(Debug)]
struct Files {
    linked: Linked,
    /// The index of the document.
    here: FileIndex,
    /// The parts of the program that come from the document, in the order of the document.
    pieces: Vec<Piece>,
    encoding: Encoding,
}

/// A name in a document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name {
    /// Its span in the document.
    pub(crate) span: Span,
    /// The object that it denotes.
    pub(crate) denoted: Denoted,
    /// The expression that the name is, or is the end of; `None` in its declaration and on an import line.
    pub(crate) expression: Option<wgsl_validator::ast::ExprId>,
    /// True in the declaration of the object.
    pub(crate) is_declaration: bool,
}

/// A name by which the document can refer to a declaration of its program.
#[derive(Clone, Debug)]
pub(crate) struct Visible {
    pub(crate) name: String,
    pub(crate) declaration: DeclId,
}

/// A place in a file: its path, and the span in the file.
pub(crate) type FilePlace = (PathBuf, Span);

impl Whole {
    /// Creates the program of a document without imports.
    pub(crate) fn alone(module: Module) -> Self {
        Self { module, names: OnceCell::new(), files: None }
    }

    /// Creates the program of a document with imports.
    pub(crate) fn linked(linked: Linked, options: Options, encoding: Encoding) -> Self {
        let program = &linked.view.program;
        let module = Validator::new(options).understand(program.text());
        let here = program.files()[0];
        let mut pieces: Vec<Piece> =
            program.pieces().iter().filter(|piece| piece.origin.file == here).copied().collect();
        steps::take(program.pieces().len());
        pieces.sort_by_key(|piece| (piece.origin.span, piece.span));
        Self { module, names: OnceCell::new(), files: Some(Files { linked, here, pieces, encoding }) }
    }

    /// Returns the module, including the meaning of the readable parts of broken declarations.
    pub(crate) fn module(&self) -> &Module {
        &self.module
    }

    /// Returns the module with types and resolved names.
    pub(crate) fn typed(&self) -> TypedModule<'_> {
        self.module.typed()
    }

    /// Returns the source of the program.
    pub(crate) fn text(&self) -> &str {
        self.module.source()
    }

    /// Checks a different source with the options of this program.
    pub(crate) fn with(&self, text: &str) -> Module {
        let options = Options { edition: self.module.edition(), target: self.module.target().clone() };
        Validator::new(options).understand(text)
    }

    /// Returns all names in the program, sorted by position.
    pub(crate) fn occurrences(&self) -> &[Occurrence] {
        self.names.get_or_init(|| occurrences(self.typed()))
    }

    /// Maps an offset in the document to the program; `None` in import lines and in code that conditions remove.
    pub(crate) fn inside(&self, offset: u32) -> Option<u32> {
        let Some(files) = &self.files else { return Some(offset) };
        let next = files.pieces.partition_point(|piece| piece.origin.span.lo <= offset);
        let piece = files.pieces[next.checked_sub(1)?];
        let written = piece.origin.span;
        if offset > written.hi {
            return None;
        }
        if piece.is_copy {
            return Some(piece.span.lo + (offset - written.lo));
        }
        if files.linked.view.program.is_textual() {
            return None;
        }
        let name = last_name(written, files.text())?;
        (name.lo <= offset).then(|| (piece.span.lo + (offset - name.lo)).min(piece.span.hi))
    }

    /// Maps a name in the program to its file. A path maps to its last name. `None` if the name is generated.
    pub(crate) fn place(&self, span: Span) -> Option<Place> {
        let Some(files) = &self.files else { return Some(Place { file: FileIndex(0), span }) };
        let program = &files.linked.view.program;
        let pieces = program.pieces();
        let next = pieces.partition_point(|piece| piece.span.lo <= span.lo);
        let piece = pieces[next.checked_sub(1)?];
        if span.hi > piece.span.hi {
            return None;
        }
        let Place { file, span: written } = piece.origin;
        if piece.is_copy {
            let shift = |at: u32| written.lo + (at - piece.span.lo);
            return Some(Place { file, span: Span::new(shift(span.lo), shift(span.hi)) });
        }
        let is_renamed = span == piece.span && !program.is_textual();
        let name = is_renamed.then(|| last_name(written, files.file(file)?.1)).flatten()?;
        Some(Place { file, span: name })
    }

    /// Maps a name in the program to the document; `None` if it is in a different file.
    pub(crate) fn outside(&self, span: Span) -> Option<Span> {
        let place = self.place(span)?;
        self.is_here(place).then_some(place.span)
    }

    /// Maps a span in the program to the document; `None` if it comes from a different file.
    pub(crate) fn range(&self, span: Span) -> Option<Span> {
        let Some(files) = &self.files else { return Some(span) };
        let place = files.linked.view.program.origin(span)?;
        self.is_here(place).then_some(place.span)
    }

    /// Maps a span in the program to its file.
    pub(crate) fn around(&self, span: Span) -> Option<Place> {
        match &self.files {
            Some(files) => files.linked.view.program.origin(span),
            None => Some(Place { file: FileIndex(0), span }),
        }
    }

    /// Returns the declaration that contains a span in the program.
    pub(crate) fn function_around(&self, span: Span) -> Option<DeclId> {
        let ast = &self.module.syntax().ast;
        let mut all = (0..ast.decls.len()).map(DeclId::from_index);
        all.find(|id| ast[*id].span.lo <= span.lo && span.hi <= ast[*id].span.hi)
    }

    /// Returns true if the place is in the document.
    pub(crate) fn is_here(&self, place: Place) -> bool {
        place.file == self.files.as_ref().map_or(FileIndex(0), |files| files.here)
    }

    /// Converts a place to an LSP location. `uri` is the document's, and `range` converts spans in the document.
    pub(crate) fn location(
        &self,
        place: Place,
        uri: &Uri,
        range: impl Fn(Span) -> Range,
    ) -> Option<Location> {
        match &self.files {
            Some(files) if files.here != place.file => {
                let (path, text) = files.file(place.file)?;
                let range = Lines::new(text, files.encoding).range(text, place.span);
                Some(Location { uri: address::uri(path), range })
            }
            _ => Some(Location { uri: uri.clone(), range: range(place.span) }),
        }
    }

    /// Returns a place with the path of its file; `None` if the program is the document alone.
    pub(crate) fn file_place(&self, place: Place) -> Option<FilePlace> {
        let files = self.files.as_ref()?;
        Some((files.file(place.file)?.0.clone(), place.span))
    }

    /// Returns the path and content of the document; `None` if the program is the document alone.
    pub(crate) fn root(&self) -> Option<(&PathBuf, &str)> {
        let files = self.files.as_ref()?;
        files.file(files.here)
    }

    /// Returns the content of the place's file; `here` is the content of the document.
    pub(crate) fn content<'a>(&'a self, place: Place, here: &'a str) -> &'a str {
        let of_file = self.files.as_ref().and_then(|files| files.file(place.file));
        of_file.map_or(here, |(_, text)| text)
    }

    /// Replaces generated names in a message by the names in the files.
    pub(crate) fn shown(&self, text: String) -> String {
        match &self.files {
            Some(files) => files.linked.view.program.shown(&text),
            None => text,
        }
    }

    /// Returns the names on the import lines of the document.
    pub(crate) fn links(&self) -> &[Link] {
        self.files.as_ref().map_or(&[], |files| &files.linked.view.links)
    }

    /// Returns the name on an import line at an offset in the document.
    fn link_at(&self, offset: u32) -> Option<&Link> {
        let holds = |span: Span| span.lo <= offset && offset <= span.hi;
        let alias = |link: &Link| link.brought.as_ref().and_then(|it| it.alias);
        self.links().iter().find(|link| holds(link.span) || alias(link).is_some_and(holds))
    }

    /// Returns the name after `as` on an import line at an offset in the document.
    pub(crate) fn alias_at(&self, offset: u32) -> Option<Span> {
        self.link_at(offset)?.brought.as_ref()?.alias
    }

    /// Converts a span in the document to a place.
    pub(crate) fn place_here(&self, span: Span) -> Option<Place> {
        Some(Place { file: self.files.as_ref()?.here, span })
    }

    /// Returns the names of modules in the document with their files: on import lines, and in paths in the code.
    fn modules(&self) -> impl Iterator<Item = Qualifier> {
        let linked = self.links().iter().filter_map(|link| match link.target {
            Target::File(file) => Some(Qualifier { span: link.span, file }),
            Target::Declaration(_) => None,
        });
        let in_code = self.files.iter().flat_map(|files| files.linked.view.qualifiers.iter().copied());
        linked.chain(in_code)
    }

    /// Returns the name of a module at an offset in the document, or after `as`, with its file.
    pub(crate) fn module_at(&self, offset: u32) -> Option<Qualifier> {
        let alias = self.link_at(offset).map(|link| link.span);
        let holds = |span: Span| span.lo <= offset && offset <= span.hi;
        self.modules().find(|module| holds(module.span) || Some(module.span) == alias)
    }

    /// Returns the path of a file of the program.
    pub(crate) fn path(&self, file: FileIndex) -> Option<&PathBuf> {
        Some(self.files.as_ref()?.file(file)?.0)
    }

    /// Returns the names of a module in the document, which has this file.
    pub(crate) fn names_of_module(&self, file: &PathBuf) -> Vec<Span> {
        let modules = self.modules().filter(|module| self.path(module.file) == Some(file));
        modules.map(|module| module.span).collect()
    }

    /// Returns the file that the name of a module at an offset in the document refers to.
    pub(crate) fn file_at(&self, offset: u32) -> Option<Place> {
        let file = self.module_at(offset)?.file;
        Some(Place { file, span: Span::new(0, 0) })
    }

    /// Returns the declaration that the name at an offset in the document refers to, which may be in code that can't be parsed.
    pub(crate) fn declaration_at(&self, offset: u32) -> Option<DeclId> {
        let at = self.inside(offset)? as usize;
        let is_word = |it: char| it == '_' || it.is_alphanumeric();
        let (before, after) = (self.text().get(..at)?, self.text().get(at..)?);
        let start = before.trim_end_matches(is_word).len();
        let end = self.text().len() - after.trim_start_matches(is_word).len();
        let name = &self.text()[start..end];
        let ast = &self.module.syntax().ast;
        let mut all = (0..ast.decls.len()).map(DeclId::from_index);
        all.find(|id| ast[*id].name.is_some_and(|it| self.typed().name(it) == name))
    }

    /// Returns the name that contains an offset in the document, or ends there.
    pub(crate) fn name_at(&self, offset: u32) -> Option<Name> {
        if let Some(link) = self.link_at(offset) {
            return self.name_of_link(link);
        }
        let at = occurrence_at(self.occurrences(), self.inside(offset)?)?;
        self.name(&at)
    }

    fn name_of_link(&self, link: &Link) -> Option<Name> {
        let Target::Declaration(place) = link.target else { return None };
        let denoted = self.denoting(place)?;
        Some(Name { span: link.span, denoted, expression: None, is_declaration: false })
    }

    fn name(&self, occurrence: &Occurrence) -> Option<Name> {
        let Occurrence { denoted, expression, .. } = *occurrence;
        let span = self.outside(occurrence.span)?;
        Some(Name { span, denoted, expression, is_declaration: occurrence.is_declaration() })
    }

    /// Returns all occurrences of an object in the document, in order.
    pub(crate) fn names_of(&self, denoted: Denoted) -> Vec<Name> {
        let names = self.occurrences().iter().filter(|it| it.denoted == denoted);
        let mut all: Vec<Name> = names.filter_map(|it| self.name(it)).collect();
        let links = self.links().iter().filter_map(|link| self.name_of_link(link));
        all.extend(links.filter(|it| it.denoted == denoted));
        all.sort_by_key(|name| name.span);
        all
    }

    /// Returns all occurrences of an object in all files, each with true if it is the declaration.
    pub(crate) fn places_of(&self, denoted: Denoted) -> Vec<(Place, bool)> {
        let names = self.occurrences().iter().filter(|it| it.denoted == denoted);
        let names = names.filter_map(|it| Some((self.place(it.span)?, it.is_declaration())));
        let links = self.links().iter().filter_map(|link| self.name_of_link(link));
        let links = links.filter(|it| it.denoted == denoted);
        names.chain(links.filter_map(|it| Some((self.place_here(it.span)?, false)))).collect()
    }

    /// Returns the place of the name in an object's declaration.
    pub(crate) fn declared(&self, denoted: Denoted) -> Option<Place> {
        let ast = &self.module.syntax().ast;
        let span = match denoted {
            Denoted::Declaration(id) => ast[id].name_span,
            Denoted::Local(id) => ast[id].name_span,
            Denoted::Parameter(index) | Denoted::Member(index) => ast.members[index as usize].name_span,
            Denoted::Predeclared(_) => return None,
        };
        self.place(span)
    }

    /// Returns the doc comment of an object. `here` is the content of the document.
    pub(crate) fn comment(&self, denoted: Denoted, here: &str) -> Option<String> {
        let place = self.declared(denoted)?;
        match denoted {
            Denoted::Declaration(_) | Denoted::Member(_) => {
                docs::comment(self.content(place, here), place.span)
            }
            Denoted::Local(_) | Denoted::Parameter(_) | Denoted::Predeclared(_) => None,
        }
    }

    /// Returns the declaration or member whose declared name is at a place.
    pub(crate) fn denoting(&self, place: Place) -> Option<Denoted> {
        let ast = &self.module.syntax().ast;
        let declarations = (0..ast.decls.len()).map(|index| Denoted::Declaration(DeclId::from_index(index)));
        let members = ast.structs.iter().flat_map(|it| it.members.range());
        let mut all = declarations.chain(members.map(|index| Denoted::Member(index as u32)));
        all.find(|denoted| self.declared(*denoted) == Some(place))
    }

    /// Converts a path and span to a place; `None` if the program does not contain the file.
    pub(crate) fn place_in(&self, (path, span): &FilePlace) -> Option<Place> {
        let files = self.files.as_ref()?;
        let (file, ..) = files.linked.files.iter().find(|(_, known, _)| known == path)?;
        Some(Place { file: *file, span: *span })
    }

    /// Returns true if a declaration at the place is visible in the document without an import: the files are the same, or one includes the other.
    fn is_visible(&self, place: Place) -> bool {
        self.files
            .as_ref()
            .is_none_or(|files| place.file == files.here || files.linked.view.program.is_visible(place.file))
    }

    /// Returns the module-scope names that are visible in the document: its own declarations and imported names.
    pub(crate) fn visible(&self) -> Vec<Visible> {
        let ast = &self.module.syntax().ast;
        let named = (0..ast.decls.len())
            .map(DeclId::from_index)
            .filter(|id| !matches!(ast[*id].kind, DeclKind::Error | DeclKind::ConstAssert(_)));
        let own = named.filter_map(|id| {
            let place = self.place(ast[id].name_span).filter(|place| self.is_visible(*place))?;
            let name = match &self.files {
                Some(files) => place.span.text(files.file(place.file)?.1).to_owned(),
                None => self.typed().name(ast[id].name?).to_owned(),
            };
            Some(Visible { name, declaration: id })
        });
        let brought = self.links().iter().filter_map(|link| {
            let (Target::Declaration(place), Some(Brought { name, .. })) = (link.target, &link.brought)
            else {
                return None;
            };
            let Denoted::Declaration(declaration) = self.denoting(place)? else { return None };
            Some(Visible { name: name.clone(), declaration })
        });
        own.chain(brought).collect()
    }
}

impl Files {
    fn file(&self, index: FileIndex) -> Option<(&PathBuf, &str)> {
        let (_, path, text) = self.linked.files.iter().find(|(known, ..)| *known == index)?;
        Some((path, text))
    }

    /// Returns the content of the document.
    fn text(&self) -> &str {
        self.file(self.here).map_or("", |(_, text)| text)
    }
}

/// Returns the last name of a path, or a lone name; `None` for anything else, such as a macro invocation.
pub(crate) fn last_name(span: Span, text: &str) -> Option<Span> {
    let written = text.get(span.lo as usize..span.hi as usize)?;
    let is_word = |it: char| it == '_' || it.is_alphanumeric();
    let is_path = |it: char| is_word(it) || it == ':' || it.is_whitespace();
    let start = written.trim_end_matches(is_word).len();
    (start < written.len() && written.chars().all(is_path))
        .then(|| Span::new(span.lo + start as u32, span.hi))
}
