//! Function templates with the same name, template parameters, parameters and result: only one of them has a body. C++14 (temp.over.link)
//!
//! Two of them are compared by the types that their signatures are for arguments that nothing else is equal to. A signature that computes with
//! its parameters, as `enable_if_t<is_integral<T>::value>`, is compared by its words: it is a different one wherever it is written differently.

use super::Checker;
use super::name::Meaning;
use super::scope::{Entity, Found, NamespaceNumber};
use super::template::has_default;
use crate::diagnostic::Diagnostic;
use crate::types::TypeId;
use cxx_validator::ast::{
    Expr, Function, FunctionId, Fundamental, List, QualifiedName, RestrictionSet, StructureId,
    TemplateArgument, TemplateParameter, TemplateParameterKind, TypeSyntax, TypeSyntaxId,
};
use cxx_validator::names::Symbol;
use msl_spec::{NamedType, ValueType, rules};
use shader_source::Span;

/// The parts that two declarations of one function template have in common.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Head {
    namespace: NamespaceNumber,
    name: Symbol,
    /// Copies with as many parameters are the same function only if their packs are: `template <class T, class... R>` is not `template <class... T>`.
    packs: Vec<bool>,
    signature: Signature,
    /// Functions for the host and for the accelerator are different ones. C++ AMP 1.2 (2.3.2)
    targets: RestrictionSet,
}

/// The part of two signatures by which they are of one function template.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Signature {
    Types {
        /// For each template parameter the type of its values; none of a type.
        template: Vec<Option<TypeId>>,
        parameters: Vec<TypeId>,
        result: TypeId,
    },
    /// The types as they are written, with numbers instead of the names of template parameters. C++14 (temp.over.link) 5
    Words { template: Vec<Option<String>>, types: Vec<String> },
}

impl Checker<'_> {
    /// Returns the scalar or vector type of Metal that a type in a template is, whatever the arguments of the template are.
    pub(super) fn value_named(&self, ty: TypeSyntaxId) -> Option<ValueType> {
        let word = match self.ast[ty] {
            TypeSyntax::Fundamental(Fundamental::UnsignedChar) => "uchar",
            TypeSyntax::Fundamental(Fundamental::UnsignedShort) => "ushort",
            TypeSyntax::Fundamental(Fundamental::UnsignedInt) => "uint",
            TypeSyntax::Fundamental(Fundamental::UnsignedLong) => "ulong",
            TypeSyntax::Fundamental(fundamental) => fundamental.name(),
            TypeSyntax::Name(name) => {
                let QualifiedName { path, name, arguments, .. } = self.ast[name];
                let is_of_library =
                    matches!(self.scopes.find(name), Found::Library | Found::LibraryWithoutNamespace);
                Some(name).filter(|_| path.is_empty() && arguments.is_none() && is_of_library)?;
                self.text(name)
            }
            _ => return None,
        };
        match msl_spec::type_name(word)?.meaning {
            NamedType::Value(value) if !self.is_amp() => Some(value),
            _ => None,
        }
    }

    /// Returns true if an earlier declaration of a function template is enough for calls of it, or takes this definition as its body. A second
    /// definition is reported.
    pub(super) fn is_declared_template(&mut self, id: FunctionId, function: &Function) -> bool {
        let Some(head) = self.head_of_template(id, function) else { return false };
        if self.is_amp() {
            for targets in super::amp::TARGETS {
                let other = Head { targets, ..head.clone() };
                if let Some(earlier) = self.template_declarations.get(&other).copied() {
                    self.check_overlap(id, earlier);
                }
            }
        }
        let Some(first) = self.template_declarations.get(&head).copied() else {
            self.template_declarations.insert(head, id);
            return false;
        };
        let body = self.templates.bodies.get(&first).copied().unwrap_or(first);
        if self.ast[body].body.is_none() || function.body.is_none() {
            return self.add_body(first, id);
        }
        let message = format!("`{}` is already defined", self.text(function.name));
        let found = Diagnostic::error(rules::FUNCTION_REDEFINITION, function.name_span, message)
            .label(self.ast[body].name_span, "defined here");
        self.report(found);
        true
    }

    /// Gives the first declaration of a template the body of this one. Default template arguments stay at the declaration that has them.
    fn add_body(&mut self, first: FunctionId, id: FunctionId) -> bool {
        let later = self.ast[id];
        self.check_no_defaults(&later);
        if self.ast[later.template].iter().any(has_default) {
            return false;
        }
        if later.body.is_some() {
            self.templates.bodies.insert(first, id);
        }
        true
    }

    fn head_of_template(&mut self, id: FunctionId, function: &Function) -> Option<Head> {
        let mut values = Vec::new();
        for parameter in self.ast[function.template].iter().copied() {
            values.push(match parameter.kind {
                TemplateParameterKind::Type(_) if !parameter.is_pack => None,
                TemplateParameterKind::Value(ty, _) if !parameter.is_pack => Some(ty),
                _ => return None,
            });
        }
        let types = self.ast[function.parameters].iter().map(|parameter| self.ast[*parameter].ty);
        let types: Vec<TypeSyntaxId> = types.chain(function.result).collect();
        let all = types.iter().copied().chain(values.iter().copied().flatten());
        let signature = if all.collect::<Vec<_>>().into_iter().all(|ty| self.is_plain(ty)) {
            self.types_of_signature(id, &values)?
        } else {
            self.words_of_signature(function, &values, &types)?
        };
        Some(Head {
            namespace: self.scopes.present(),
            name: function.name,
            packs: self.packs_of_original(id),
            signature,
            targets: self.restrictions_of(id),
        })
    }

    fn types_of_signature(&mut self, id: FunctionId, values: &[Option<TypeSyntaxId>]) -> Option<Signature> {
        let function = self.ast[id];
        let unique = self.unique_arguments(function.template);
        let namespace = self.scopes.present();
        let (template, signature) = self.attempt(|checker| {
            checker.with_arguments(namespace, function.template, &unique, |checker| {
                let template = values.iter().map(|ty| ty.map(|ty| checker.type_of(ty))).collect();
                (template, checker.signature(id))
            })
        })?;
        let is_known = |ty: &TypeId| !self.types.is_error(*ty);
        let (parameters, result) = (signature.parameters, signature.result);
        let are_known = parameters.iter().all(is_known) && is_known(&result);
        are_known.then_some(Signature::Types { template, parameters, result })
    }

    fn words_of_signature(
        &self,
        function: &Function,
        values: &[Option<TypeSyntaxId>],
        types: &[TypeSyntaxId],
    ) -> Option<Signature> {
        let names: Vec<Option<&str>> =
            self.ast[function.template].iter().map(|it| it.name.map(|name| self.text(name))).collect();
        let words = |ty: TypeSyntaxId| {
            let written = self.type_as_written(ty)?;
            let parts = written.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
            Some(parts.map(|part| numbered(part, &names)).collect())
        };
        let template = values.iter().map(|ty| match ty {
            Some(ty) => words(*ty).map(Some),
            None => Some(None),
        });
        let template = template.collect::<Option<_>>()?;
        let types = types.iter().map(|ty| words(*ty)).collect::<Option<_>>()?;
        Some(Signature::Words { template, types })
    }

    /// For each parameter of the template with packs that a function is a copy of, whether it is a pack.
    fn packs_of_original(&self, id: FunctionId) -> Vec<bool> {
        let original = self.ast.copies.variadic.get(&id).map(|original| self.ast[*original].template);
        self.ast[original.unwrap_or_default()].iter().map(|parameter| parameter.is_pack).collect()
    }

    /// Returns true if a type is written without computing with the parameters of its template.
    fn is_plain(&mut self, ty: TypeSyntaxId) -> bool {
        match self.ast[ty] {
            TypeSyntax::Fundamental(_) => true,
            TypeSyntax::Qualified(_, inner)
            | TypeSyntax::Pointer(inner)
            | TypeSyntax::Reference(inner, _) => self.is_plain(inner),
            TypeSyntax::Name(name) => {
                let written = self.ast[name];
                let Some(arguments) = written.arguments else { return written.path.is_empty() };
                let is_alias = matches!(
                    self.attempt(|it| it.meaning(name)),
                    None | Some(Meaning::Entity(Entity::AliasTemplate(..)))
                );
                written.path.is_empty()
                    && !is_alias
                    && self.ast[arguments].iter().copied().all(|argument| match argument {
                        TemplateArgument::Type(ty) => self.is_plain(ty),
                        TemplateArgument::Value(value) => {
                            matches!(self.ast[value], Expr::Name(_) | Expr::Literal(_))
                        }
                    })
            }
            TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::Decltype(_)
            | TypeSyntax::DecltypeAuto
            | TypeSyntax::Structure(_)
            | TypeSyntax::Enumeration(_)
            | TypeSyntax::Array(..)
            | TypeSyntax::Function(..) => false,
        }
    }

    /// Reports a declaration of a structure template with other parameters than the first one has. C++14 (temp.class) 3, (temp.over.link) 6
    pub(super) fn check_same_parameters(
        &mut self,
        (first, later): (StructureId, List<TemplateParameter>),
        span: Span,
    ) {
        let (name_span, first) = (self.ast[first].name_span, self.ast[first].template);
        let is_same = |(one, other): (&TemplateParameter, &TemplateParameter)| {
            one.is_pack == other.is_pack
                && core::mem::discriminant(&one.kind) == core::mem::discriminant(&other.kind)
        };
        let (one, other) = (&self.ast[first], &self.ast[later]);
        if one.len() != other.len() || !one.iter().zip(other).all(is_same) {
            let message = "this template is already declared with different parameters";
            let found = Diagnostic::error(rules::NAME_REDEFINITION, span, message);
            self.report(found.label(name_span, "declared here"));
        }
    }

    /// Reports a pack that is not the last parameter of a structure template: no argument after it could be given. C++14 (temp.param) 11
    pub(super) fn check_pack_is_last(&mut self, parameters: List<TemplateParameter>) {
        let all = &self.ast[parameters];
        let before_last = all.split_last().map_or(&[][..], |(_, before)| before);
        if let Some(pack) = before_last.iter().find(|it| it.is_pack).copied() {
            let message = "a pack must be the last parameter of a structure template";
            self.error(rules::TEMPLATE_ARGUMENTS, pack.name_span, message);
        }
    }
}

/// Returns a word, with the character after it, or the number of the template parameter that it names.
fn numbered(part: &str, names: &[Option<&str>]) -> String {
    let word = part.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
    match names.iter().position(|name| *name == Some(word)) {
        Some(place) => format!("#{place}{}", &part[word.len()..]),
        None => part.to_owned(),
    }
}
