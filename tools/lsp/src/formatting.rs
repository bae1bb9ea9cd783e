//! Formatting.

use crate::analysis::{Analysis, Facts};
use crate::settings::Formatting;
use lsp_types::{FormattingOptions, TextEdit};
use shader_source::Span;
use wgsl_format::{Indent, Options, format};

/// The maximum number of spaces that an editor's tab stands for.
const MOST_SPACES: u32 = 16;

/// Returns the changes that format a document, or the statements and declarations that overlap with a range of it. `None` if the document is not WGSL
/// or has syntax errors, which are diagnostics.
pub(crate) fn edits(
    analysis: &Analysis,
    range: Option<Span>,
    settings: Formatting,
    editor: FormattingOptions,
) -> Option<Vec<TextEdit>> {
    if !matches!(analysis.facts(), Facts::Wgsl(_)) {
        return None;
    }
    let formatted = format(analysis.text(), options(settings, editor)).ok()?;
    let edit = |(span, by): (Span, &str)| TextEdit { range: analysis.range(span), new_text: by.to_owned() };
    Some(match range {
        Some(range) => formatted.edits_in(range).map(edit).collect(),
        None => formatted.edits().map(edit).collect(),
    })
}

/// Returns the settings of the project, completed with the editor's settings for the document.
fn options(settings: Formatting, editor: FormattingOptions) -> Options {
    let of_editor = if editor.insert_spaces {
        Indent::Blanks(editor.tab_size.min(MOST_SPACES) as u8)
    } else {
        Indent::Tab
    };
    Options {
        width: settings.width.unwrap_or(Options::default().width),
        indent: settings.indent.unwrap_or(of_editor),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{analyse, analyse_metal};

    const EDITOR: FormattingOptions = FormattingOptions::new(2, true, None, None, None);

    fn formatted(text: &str, range: Option<Span>, settings: Formatting) -> Option<Vec<(u32, String)>> {
        let edits = edits(&analyse(text), range, settings, EDITOR)?;
        Some(edits.into_iter().map(|it| (it.range.start.line, it.new_text)).collect())
    }

    #[test]
    fn changes_are_between_tokens() {
        let text = "const  a = 1;\nfn f() {\n      _ = a;\n}\n";
        let both = vec![(0, " ".to_owned()), (1, "\n  ".to_owned())];
        assert_eq!(formatted(text, None, Formatting::default()), Some(both.clone()));
        let range = Span::new(text.find("_ =").expect("it is there") as u32, text.len() as u32);
        assert_eq!(formatted(text, Some(range), Formatting::default()), Some(both[1..].to_vec()));
        let tabs = Formatting { indent: Some(Indent::Tab), width: None };
        assert_eq!(formatted(text, Some(range), tabs), Some(vec![(1, "\n\t".to_owned())]));
        assert_eq!(formatted("const a = 1;\n", None, tabs), Some(Vec::new()));
    }

    #[test]
    fn what_can_not_be_formatted_stays() {
        assert_eq!(formatted("const  a = ;", None, Formatting::default()), None);
        let metal = analyse_metal("kernel  void f() {}");
        assert!(edits(&metal, None, Formatting::default(), EDITOR).is_none());
    }
}
