//! Suggestions for declarations and expressions whose mistake shows what is meant: a type, an attribute or a keyword that a rule demands.
//!
//! Each is only a candidate: a suggestion is offered if the program after it is better, see `safe.rs`.

use super::Checker;
use super::fix::Change;
use crate::ast::{
    Attribute, Decl, DeclKind, Expr, ExprId, Function, List, Literal, Member, Stmt, UnaryOperator, Variable,
    VariableId, VariableKind,
};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::Typed;
use crate::resolve::Binding;
use crate::steps;
use crate::types::{TypeId, TypeKind};
use core::fmt::Write as _;
use shader_source::Span;
use wgsl_spec::{BuiltinValue, Direction, IoType, Operator, Scalar, ShaderStage, sym};

/// The number of elements of the tree that the suggestions of a program are looked for in: each looks through a whole column.
pub(super) const MOST_SEARCHED: usize = 1 << 20;

fn insertion(at: u32, text: &str) -> (Span, String) {
    (Span::new(at, at), text.to_owned())
}

impl Checker<'_> {
    /// A condition that is a vector of booleans, or a number.
    pub(super) fn as_condition(&self, id: ExprId, ty: TypeId) -> Option<(Change, Applicability)> {
        // The parentheses of an `if` stay around the condition.
        let mut inner = id;
        while let Expr::Paren(within) = self.ast[inner] {
            inner = within;
        }
        let span = self.span(inner);
        let change = match self.kind(ty) {
            TypeKind::Vector(_, Scalar::Bool) => {
                let all = vec![insertion(span.lo, "all("), insertion(span.hi, ")")];
                return Some((("test all components with `all`".to_owned(), all), Applicability::Unsafe));
            }
            TypeKind::Scalar(Scalar::I32 | Scalar::U32 | Scalar::AbstractInt) => {
                if let Expr::Binary(..) = self.ast[inner] {
                    vec![insertion(span.lo, "("), insertion(span.hi, ") != 0")]
                } else {
                    vec![insertion(span.hi, " != 0")]
                }
            }
            _ => return None,
        };
        Some((("compare the integer with 0".to_owned(), change), Applicability::Safe))
    }

    /// The type of a built-in value in the place of the type that a parameter, a member or a result has.
    pub(super) fn other_type(&self, at: Span, wanted: &str) -> Option<Change> {
        let written = self.type_after(at)?;
        Some((format!("write `{wanted}`"), vec![(self.span(written), wanted.to_owned())]))
    }

    /// The type of the parameter, member or result that has an attribute at this place.
    fn type_after(&self, at: Span) -> Option<ExprId> {
        let holds = |attributes: List<Attribute>| {
            self.ast[attributes]
                .iter()
                .any(|attribute| attribute.span.lo <= at.lo && at.hi <= attribute.span.hi)
        };
        let of_member = |member: &Member| {
            let is_named = member.name_span == at || holds(member.attributes);
            is_named.then_some(member.ty)
        };
        let functions = self.searched(&self.ast.functions).iter();
        let result = functions.filter(|it| holds(it.result_attributes)).find_map(|it| it.result);
        result.or_else(|| self.searched(&self.ast.members).iter().find_map(of_member))
    }

    /// Removes both attributes of a binding.
    pub(super) fn without_binding(&self, variable: &Variable) -> Change {
        let is_binding = |it: &&Attribute| matches!(it.name, sym::GROUP | sym::BINDING);
        let attributes = self.ast[variable.attributes].iter().filter(is_binding);
        let edits = attributes.map(|it| (self.with_blank(it.span), String::new())).collect();
        ("remove the attributes".to_owned(), edits)
    }

    /// A place with the blanks after it.
    fn with_blank(&self, span: Span) -> Span {
        let behind = &self.syntax.source()[span.hi as usize..];
        let blanks = behind.len() - behind.trim_start_matches([' ', '\t']).len();
        Span::new(span.lo, span.hi + blanks as u32)
    }

    /// Removes the initializer of a variable, with its `=`.
    pub(super) fn without_initializer(&self, variable: &Variable) -> Option<Change> {
        let end = self.span(variable.initializer?).hi;
        let start = variable.ty.map(|ty| self.span(ty).hi)?;
        Some(("remove the initializer".to_owned(), vec![(Span::new(start, end), String::new())]))
    }

    /// Declares what an operand names with `var`, if it is declared with `let`.
    pub(super) fn as_variable(&self, operand: ExprId) -> Option<Change> {
        let variable = self.named_variable(operand)?;
        (self.ast[variable].kind == VariableKind::Let).then(|| self.as_changing(variable)).flatten()
    }

    /// Declares a value of a function with `var`.
    pub(super) fn as_changing(&self, variable: VariableId) -> Option<Change> {
        let Variable { kind, span, .. } = self.ast[variable];
        let keyword = match kind {
            VariableKind::Let => "let",
            VariableKind::Const => "const",
            VariableKind::Var | VariableKind::Override => return None,
        };
        let is_of_module = self.searched(&self.ast.decls).iter().any(|decl| decl.span.lo == span.lo);
        let edit = (Span::new(span.lo, span.lo + keyword.len() as u32), "var".to_owned());
        (!is_of_module).then(|| ("declare it with `var`".to_owned(), vec![edit]))
    }

    /// The value that a pointer points at, where its type is wanted.
    pub(super) fn dereferenced(&self, id: ExprId, from: TypeId, to: TypeId) -> Option<Change> {
        let TypeKind::Pointer(_, store, _) = self.kind(from) else { return None };
        let edit = vec![insertion(self.span(id).lo, "*")];
        (store == to).then(|| ("read what the pointer points at".to_owned(), edit))
    }

    /// `(*p).x` or `p.x` for `*p.x`, and `pow(x, y)` for `x ** y`, whose second `*` has no pointer.
    pub(super) fn whole_dereferenced(&self, id: ExprId, operand: ExprId) -> Option<Change> {
        let (star, span) = (self.span(id).lo, self.span(operand));
        let mut base = operand;
        while let Expr::Member(inner, _) | Expr::Index(inner, _) = self.ast[base] {
            base = inner;
        }
        if base != operand && matches!(self.kind(self.meaning[base].ty), TypeKind::Pointer(..)) {
            let edits = vec![insertion(star, "("), insertion(self.span(base).hi, ")")];
            return Some(("dereference the pointer first".to_owned(), edits));
        }
        let (operator, left) = self.searched(&self.ast.exprs).iter().find_map(|expr| match *expr {
            Expr::Binary(operator, left, right) if right == id => Some((operator, left)),
            _ => None,
        })?;
        let place = self.span(left);
        let between = &self.syntax.source()[place.hi as usize..span.lo as usize];
        let is_power = operator == Operator::Multiply && between.contains("**");
        let edits = vec![
            insertion(place.lo, "pow("),
            (Span::new(place.hi, span.lo), ", ".to_owned()),
            insertion(span.hi, ")"),
        ];
        is_power.then(|| ("WGSL has no `**` operator: use `pow`".to_owned(), edits))
    }

    /// Another suffix for a literal, so that it is of the type of the other operand.
    pub(super) fn other_literal(&self, id: ExprId, wanted: Scalar) -> Option<Change> {
        let Expr::Literal(literal) = self.ast[id] else { return None };
        let span = self.span(id);
        let text = self.syntax.text(span);
        let digits = match literal {
            Literal::Integer(_) => text.trim_end_matches(['i', 'u']),
            Literal::Float(_) => {
                let digits = text.trim_end_matches(['f', 'h']);
                if wanted.is_integer() {
                    digits.split_once('.').map_or(Some(digits), |(whole, rest)| {
                        rest.bytes().all(|digit| digit == b'0').then_some(whole)
                    })?
                } else {
                    digits
                }
            }
            Literal::Bool(_) => return None,
        };
        let is_plain = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit() || it == b'.');
        let is_whole = !digits.contains('.');
        let written = match wanted {
            Scalar::U32 => format!("{digits}u"),
            Scalar::F32 | Scalar::AbstractFloat if is_whole => format!("{digits}.0"),
            Scalar::I32 | Scalar::F32 | Scalar::AbstractFloat => digits.to_owned(),
            _ => return None,
        };
        (is_plain && written != text).then(|| (format!("write `{written}`"), vec![(span, written)]))
    }

    /// A vector of the wanted size from a longer or shorter one: some of its components, or a last one more.
    pub(super) fn resized(&self, id: ExprId, from: TypeId, to: TypeId) -> Option<Change> {
        let (has, scalar, wants, other) = match (self.kind(from), self.kind(to)) {
            (TypeKind::Vector(has, scalar), TypeKind::Vector(wants, other)) => (has, scalar, wants, other),
            (TypeKind::Scalar(_), TypeKind::Vector(size, scalar))
                if from == TypeId::scalar(scalar) || self.rank(from, TypeId::scalar(scalar)).is_some() =>
            {
                let before = format!("vec{size}(");
                return Some(("repeat the scalar in each component".to_owned(), self.wrap(id, &before, ")")));
            }
            _ => return None,
        };
        if scalar != other {
            return None;
        }
        let is_operand = !matches!(self.ast[id], Expr::Binary(..) | Expr::Unary(..));
        if wants < has && is_operand {
            let swizzle = &".xyzw"[..=usize::from(wants)];
            let end = self.span(id).hi;
            return Some((format!("select the components `{swizzle}`"), vec![insertion(end, swizzle)]));
        }
        let is_next = wants == has + 1;
        let one = if scalar.is_float() { ", 1.0)" } else { ", 1)" };
        let before = format!("vec{wants}(");
        is_next.then(|| ("add a component to the vector".to_owned(), self.wrap(id, &before, one)))
    }

    /// `return` before a call that is the last statement, where its value is of the type of the function's result.
    pub(super) fn lost_return(&self, call: ExprId, typed: Typed) -> Option<Change> {
        let result = self.body.result?;
        let span = self.span(call);
        let behind = self.syntax.source()[span.hi as usize..].trim_start();
        let is_last = behind.strip_prefix(';').is_some_and(|rest| rest.trim_start().starts_with('}'));
        let fits = typed.ty == result || self.rank(typed.ty, result).is_some();
        let edits = vec![insertion(span.lo, "return ")];
        (is_last && fits && result != TypeId::ERROR).then(|| ("write `return`".to_owned(), edits))
    }

    /// `a = vec4f(value, a.w)` for `a.xyz = value`.
    pub(super) fn whole_vector(&self, left: ExprId, right: ExprId) -> Option<Change> {
        let Expr::Member(base, member) = self.ast[left] else { return None };
        let Expr::Name(_) = self.ast[base] else { return None };
        let size = match self.kind(self.meaning[base].ty) {
            TypeKind::Vector(size, _) => size,
            TypeKind::Reference(_, store, _) => match self.kind(store) {
                TypeKind::Vector(size, _) => size,
                _ => return None,
            },
            _ => return None,
        };
        let (swizzle, name) = (self.name(member), self.syntax.text(self.span(base)));
        let letters = if "rgba".starts_with(swizzle) { "rgba" } else { "xyzw" };
        let rest = letters[..usize::from(size)].strip_prefix(swizzle)?;
        let value = self.span(right);
        let mut more = String::new();
        for letter in rest.chars() {
            _ = write!(more, ", {name}.{letter}");
        }
        let edits = vec![
            (Span::new(self.span(base).hi, self.span(left).hi), String::new()),
            insertion(value.lo, &format!("vec{size}(")),
            insertion(value.hi, &format!("{more})")),
        ];
        Some(("assign a new vector".to_owned(), edits))
    }

    /// An operator of other languages, or for other types, by another operator or a function. The operation starts at `start`.
    pub(super) fn other_operator(
        &self,
        start: u32,
        operator: &str,
        ids: &[ExprId],
        typed: &[Typed],
    ) -> Option<Change> {
        let kinds: Vec<TypeKind> = typed.iter().map(|operand| self.kind(operand.ty)).collect();
        match (operator, ids, &kinds[..]) {
            ("^", [left, right], [TypeKind::Scalar(a), TypeKind::Scalar(b)])
                if a.is_float() && b.is_float() =>
            {
                let (left, right) = (self.span(*left), self.span(*right));
                let edits = vec![
                    insertion(left.lo, "pow("),
                    (Span::new(left.hi, right.lo), ", ".to_owned()),
                    insertion(right.hi, ")"),
                ];
                Some(("`^` is bitwise XOR: use `pow`".to_owned(), edits))
            }
            ("~", [operand], [TypeKind::Scalar(Scalar::Bool) | TypeKind::Vector(_, Scalar::Bool)]) => {
                let lo = self.span(*operand).lo;
                Some(("write `!`".to_owned(), vec![(Span::new(start, lo), "!".to_owned())]))
            }
            ("!", [operand], [TypeKind::Scalar(Scalar::I32 | Scalar::U32)]) => {
                let span = self.span(*operand);
                let edits = vec![(Span::new(start, span.lo), "(".to_owned()), insertion(span.hi, " == 0)")];
                Some(("compare the integer with 0".to_owned(), edits))
            }
            _ => None,
        }
    }

    /// The atomic function that an operator means.
    pub(super) fn atomic_function(
        &self,
        left: ExprId,
        operator: &str,
        right: Option<ExprId>,
    ) -> Option<Change> {
        let name = match operator {
            "+=" | "++" => "atomicAdd",
            "-=" | "--" => "atomicSub",
            "&=" => "atomicAnd",
            "|=" => "atomicOr",
            "^=" => "atomicXor",
            _ => return None,
        };
        let place = self.span(left);
        let opener = insertion(place.lo, &format!("{name}(&"));
        let edits = if let Some(right) = right {
            let value = self.span(right);
            vec![opener, (Span::new(place.hi, value.lo), ", ".to_owned()), insertion(value.hi, ")")]
        } else {
            let behind = &self.syntax.source()[place.hi as usize..];
            let sign = behind.trim_start().strip_prefix(operator)?;
            let end = (behind.len() - sign.len()) as u32;
            vec![opener, (Span::new(place.hi, place.hi + end), ", 1)".to_owned())]
        };
        Some((format!("write `{name}`"), edits))
    }

    /// The function that samples with an explicit level, in the place of one that needs derivatives.
    pub(super) fn explicit_level(&self, span: Span) -> Option<Change> {
        let text = self.syntax.source();
        crate::foreign::explicit_level(text, span)
    }

    /// The declaration of the memory of a pointer that atomic functions take.
    pub(super) fn as_atomic(&self, argument: ExprId, ty: TypeId) -> Option<Change> {
        let TypeKind::Pointer(_, store, _) = self.kind(ty) else { return None };
        let (TypeId::I32 | TypeId::U32) = store else { return None };
        let Expr::Unary(UnaryOperator::AddressOf, mut at) = self.ast[argument] else { return None };
        while let Expr::Index(base, _) | Expr::Paren(base) = self.ast[at] {
            at = base;
        }
        let mut written = match self.ast[at] {
            Expr::Name(_) => self.ast[self.named_variable(at)?].ty?,
            Expr::Member(_, member) => {
                self.searched(&self.ast.members).iter().find(|it| it.name == member)?.ty
            }
            _ => return None,
        };
        while let Expr::Template(sym::ARRAY, list) = self.ast[written] {
            written = *self.ast[list].first()?;
        }
        let is_scalar = matches!(self.ast[written], Expr::Name(sym::I32 | sym::U32));
        is_scalar.then(|| ("declare it as an atomic".to_owned(), self.wrap(written, "atomic<", ">")))
    }

    /// The declaration around a place.
    pub(super) fn declaration_at(&self, place: Span) -> Option<&Decl> {
        self.searched(&self.ast.decls)
            .iter()
            .find(|decl| decl.span.lo <= place.lo && place.hi <= decl.span.hi)
    }

    /// The next location that nothing has in the declaration around a place.
    pub(super) fn next_location(&self, span: Span) -> Option<Change> {
        let decl = self.declaration_at(span)?;
        let is_near = |span: Span| decl.span.lo <= span.lo && span.hi <= decl.span.hi;
        let numbers = self
            .searched(&self.ast.attributes)
            .iter()
            .filter(|it| it.name == sym::LOCATION && is_near(it.span));
        let used = numbers.filter_map(|it| {
            let argument = self.ast[it.arguments].first()?;
            self.syntax.text(self.span(*argument)).parse::<u32>().ok()
        });
        let next = used.max()? + 1;
        Some((format!("use location {next}"), vec![(span, format!("@location({next})"))]))
    }

    /// Renames a local variable or parameter that hides a builtin function which is called.
    pub(super) fn renamed(&self, binding: Binding, callee: ExprId, name: Span) -> Option<Change> {
        if !matches!(binding, Binding::Local(_) | Binding::Parameter(_)) {
            return None;
        }
        let text = self.syntax.text(name);
        let exprs = self.searched(&self.ast.exprs).iter().enumerate();
        let uses = exprs.filter_map(|(index, expr)| {
            let id = ExprId::from_index(index);
            let is_use =
                id != callee && matches!(expr, Expr::Name(_)) && self.resolution.binding(id) == binding;
            is_use.then(|| insertion(self.span(id).hi, "_"))
        });
        let edits = core::iter::once(insertion(name.hi, "_")).chain(uses).collect();
        Some((format!("rename the declaration to `{text}_`"), edits))
    }

    /// The variable of a texture or sampler, which has no address space, without its template list.
    pub(super) fn without_space(&self, ty: Span) -> Option<Change> {
        let is_of_type = |variable: &&Variable| variable.ty.is_some_and(|it| self.span(it) == ty);
        let variable = self.searched(&self.ast.variables).iter().find(is_of_type)?;
        let place = Span::new(variable.span.lo + "var".len() as u32, variable.name_span.lo);
        let edit = vec![(place, " ".to_owned())];
        Some(("remove the address space".to_owned(), edit))
    }

    /// The built-in value that an input or output of a stage means by its name and type.
    pub(super) fn meant_builtin(
        &self,
        (stage, direction): (ShaderStage, Direction),
        ty: TypeId,
        name: Span,
    ) -> Option<BuiltinValue> {
        let fits = |value: &BuiltinValue| {
            value.rows(self.terms.edition).any(|row| {
                let is_type = match (row.ty, self.kind(ty)) {
                    (IoType::Scalar(wants), TypeKind::Scalar(has)) => wants == has,
                    (IoType::Vector(size, wants), TypeKind::Vector(has_size, has)) => {
                        size == has_size && wants == has
                    }
                    _ => false,
                };
                is_type && row.stage == stage && row.direction == direction && row.enable.is_none()
            })
        };
        let name = self.syntax.text(name).to_lowercase().replace('_', "");
        let fitting = || BuiltinValue::ALL.into_iter().filter(fits);
        let named = fitting().find(|value| name.contains(&value.name().replace('_', "")));
        let is_short = |value: &BuiltinValue| {
            let (first, rest) = value.name().split_once('_').unwrap_or((value.name(), ""));
            let last = rest.rsplit('_').next().unwrap_or(rest);
            name.contains(first)
                || value.name().starts_with(&name)
                || name == format!("{}{last}", &first[..1])
        };
        // The inputs of a compute shader are all built-in values, most often this one.
        let only = || {
            let usual = fitting().find(|value| *value == BuiltinValue::GlobalInvocationId);
            match (stage, direction) {
                (ShaderStage::Compute, _) => usual.or_else(|| fitting().next()),
                // A vertex shader must have this output.
                (ShaderStage::Vertex, Direction::Output) => {
                    fitting().find(|value| *value == BuiltinValue::Position)
                }
                (ShaderStage::Vertex | ShaderStage::Fragment, _) => None,
            }
        };
        named.or_else(|| fitting().find(is_short)).or_else(only)
    }

    /// The address space `storage` for the variable whose type is at a place.
    pub(super) fn in_storage(&self, ty: Span) -> Option<Change> {
        let is_of_type = |variable: &&Variable| variable.ty.is_some_and(|it| self.span(it) == ty);
        let variable = self.searched(&self.ast.variables).iter().find(is_of_type)?;
        let space = self.span(*self.ast[variable.template].first()?);
        Some(("declare it as `var<storage>`".to_owned(), vec![(space, "storage".to_owned())]))
    }

    /// `u32` for the `bool` of the member whose name is at a place.
    pub(super) fn without_bool(&self, name: Option<Span>) -> Option<Change> {
        let name = name?;
        let member = self.searched(&self.ast.members).iter().find(|it| it.name_span == name)?;
        let is_bool = matches!(self.ast[member.ty], Expr::Name(sym::BOOL));
        is_bool.then(|| ("write `u32`".to_owned(), vec![(self.span(member.ty), "u32".to_owned())]))
    }

    /// Renames a parameter, and declares a variable of its name.
    pub(super) fn copied_parameter(&self, index: u32) -> Option<Change> {
        let index = index as usize;
        let holds = |function: &&Function| function.parameters.range().contains(&index);
        let function = self.searched(&self.ast.functions).iter().find(holds)?;
        let parameter = self.ast.members.get(index)?;
        let (name, opener) = (self.name(parameter.name), self.ast[function.body].span.lo + 1);
        let edits = vec![
            insertion(parameter.name_span.hi, "_"),
            insertion(opener, &format!(" var {name} = {name}_;")),
        ];
        Some(("copy the parameter into a variable".to_owned(), edits))
    }

    /// Elements that a suggestion is looked for in; none once the budget for that is spent, so that the cost of a program with many mistakes
    /// stays linear.
    fn searched<'s, T>(&self, list: &'s [T]) -> &'s [T] {
        let left = self.search_left.get();
        if list.len() > left {
            return &[];
        }
        self.search_left.set(left - list.len());
        steps::take(list.len());
        list
    }

    /// Returns true if a statement writes to a variable of the module.
    pub(super) fn is_written(&self, variable: &Variable) -> bool {
        self.searched(&self.ast.stmts).iter().any(|statement| {
            let (Stmt::Assign(_, mut at, _) | Stmt::Increment(mut at) | Stmt::Decrement(mut at)) = *statement
            else {
                return false;
            };
            while let Expr::Member(base, _) | Expr::Index(base, _) | Expr::Paren(base) = self.ast[at] {
                at = base;
            }
            self.named_variable(at).is_some_and(|it| self.ast[it].name_span == variable.name_span)
        })
    }

    /// Moves a runtime-sized array to the end of its structure.
    pub(super) fn moved_to_end(&self, place: Span) -> Option<Change> {
        let decl = self.declaration_at(place)?;
        let DeclKind::Struct(id) = decl.kind else { return None };
        let members = &self.ast[self.ast[id].members];
        let index = members.iter().position(|it| self.span(it.ty) == place || it.name_span == place)?;
        let start = |member: &Member| {
            self.ast[member.attributes].first().map_or(member.name_span.lo, |attribute| attribute.span.lo)
        };
        let (member, next, last) = (members[index], members.get(index + 1)?, members.last()?);
        let text = &self.syntax.source()[start(&member) as usize..self.span(member.ty).hi as usize];
        let edits = vec![
            (Span::new(start(&member), start(next)), String::new()),
            insertion(self.span(last.ty).hi, &format!(", {text}")),
        ];
        Some(("move the member to the end".to_owned(), edits))
    }

    /// Adds a change to a diagnostic, if there is one.
    pub(super) fn with_change(
        found: Diagnostic,
        change: Option<Change>,
        applicability: Applicability,
    ) -> Diagnostic {
        match change {
            Some((words, edits)) => found.suggest(words, edits, applicability),
            None => found,
        }
    }
}
