//! `run --trace` and `// wgsl-check: print(…)`: the values of expressions while a program runs.

use crate::arguments::{ReportFormat, Run, TraceArgument};
use crate::judgement::Judgement;
use serde_json::{Map, Value, json};
use shader_ir::Type;
use shader_run::execute::Options;
use shader_source::LineIndex;
use std::io::{self, BufWriter, Write};
use webgpu_model::Dispatch;
use wgsl_lower::printed::Printed;
use wgsl_lower::trace::{self, Print, Refusal, Request};
use wgsl_validator::{Module, Validator, allow};

/// The expressions to show, and the line of each.
pub(super) struct Wanted {
    request: Request,
    lines: Vec<u32>,
    is_json: bool,
}

impl Wanted {
    /// The expressions of the command line and of the comments of an accepted program; `None` if there are none.
    ///
    /// # Errors
    /// No statement starts on a line, as a sentence without a full stop.
    pub(super) fn new(
        arguments: &Run,
        judgement: &Judgement,
        module: &Module,
    ) -> Result<Option<Self>, String> {
        let source = &judgement.text;
        let index = LineIndex::new(source);
        let mut prints = Vec::new();
        for TraceArgument { expression, line } in &arguments.traces {
            let at = trace::statement_on(module, source, *line)
                .ok_or_else(|| format!("--trace {expression}@{line}: no statement starts on line {line}"))?;
            prints.push((Print { expression: expression.clone(), at }, *line));
        }
        for print in allow::prints(source, module.edition()) {
            let (expression, at) = (print.expression.to_owned(), print.comment.lo);
            prints.push((Print { expression, at }, index.position(at).line));
        }
        if prints.is_empty() {
            return match &arguments.filter {
                Some(_) => Err("--where needs --trace, or a comment `// wgsl-check: print(…)`".to_owned()),
                None => Ok(None),
            };
        }
        let (prints, lines) = prints.into_iter().unzip();
        let is_json = arguments.format == ReportFormat::Json;
        Ok(Some(Self { request: Request { prints, filter: arguments.filter.clone() }, lines, is_json }))
    }

    /// Executes the program once more and prints the values.
    ///
    /// # Errors
    /// An expression is rejected, or the dispatch has no outcome, in a sentence without a full stop; or the output can't be written.
    pub(super) fn show(
        &self,
        (judgement, module): (&Judgement, &Module),
        validator: &mut Validator,
        dispatch: &Dispatch,
        options: &Options,
    ) -> Result<io::Result<()>, String> {
        let trace = trace::trace(module, &judgement.text, validator, &self.request, dispatch, options);
        let trace = trace.map_err(|refusal| self.reason(&refusal))?;
        Ok(self.write(&judgement.name, &trace))
    }

    fn reason(&self, refusal: &Refusal) -> String {
        let Refusal::Expression { print, is_filter, reason } = refusal else { return refusal.to_string() };
        let expression = if *is_filter { self.request.filter.as_ref() } else { None };
        let expression = expression.unwrap_or(&self.request.prints[*print].expression);
        format!("can't show `{expression}` on line {}: {reason}", self.lines[*print])
    }

    fn write(&self, name: &str, trace: &trace::Trace) -> io::Result<()> {
        let mut output = BufWriter::new(io::stdout().lock());
        for trace::Value { print, coordinates: [global, local, workgroup], lane, value } in &trace.values {
            let (line, expression) = (self.lines[*print], &self.request.prints[*print].expression);
            if self.is_json {
                let invocation = json!({ "gid": global, "lid": local, "wid": workgroup, "lane": lane });
                let value = json!({
                    "line": line, "expression": expression, "invocation": invocation, "value": as_json(value),
                });
                writeln!(output, "{}", json!({ "trace": value }))?;
            } else {
                let [x, y, z] = global;
                let name = shader_source::visible(name);
                writeln!(output, "{name}:{line}: gid ({x}, {y}, {z}): {expression} = {value}")?;
            }
        }
        output.flush()?;
        if trace.is_cut {
            let count = trace.values.len();
            writeln!(
                anstream::stderr(),
                "trace: stopped after {count} values; select invocations with --where"
            )?;
        }
        Ok(())
    }
}

/// A value as JSON: vectors and arrays are lists, structures are objects. Numbers that JSON lacks are strings.
fn as_json(value: &Printed) -> Value {
    match value {
        Printed::Scalar(Type::Bool, bits) => Value::Bool(*bits != 0),
        Printed::Scalar(..) => {
            let text = value.to_string();
            serde_json::from_str(&text).unwrap_or(Value::String(text))
        }
        Printed::Parts(_, parts) => {
            let is_list = parts.first().is_some_and(|(name, _)| name == "x" || name.starts_with('['));
            let is_structure = matches!(value, Printed::Parts(name, _) if !is_predeclared(name));
            if is_list && !is_structure {
                return parts.iter().map(|(_, part)| as_json(part)).collect();
            }
            Value::Object(
                parts.iter().map(|(name, part)| (name.clone(), as_json(part))).collect::<Map<_, _>>(),
            )
        }
        Printed::Elements(_, elements) => elements.iter().map(as_json).collect(),
    }
}

/// Returns true for the types of vectors and matrices. A structure can't have such a name.
fn is_predeclared(name: &str) -> bool {
    (name.starts_with("vec") || name.starts_with("mat")) && name.ends_with('>')
}
