//! Assignments, increments and decrements. <https://www.w3.org/TR/WGSL/#assignment>

use super::Checker;
use crate::ast::{Expr, ExprId, UnaryOperator, VariableId, VariableKind};
use crate::diagnostic::{Applicability, Diagnostic, Label};
use crate::meaning::{Behavior, Typed};
use crate::resolve::Binding;
use crate::types::{Properties, TypeId, TypeKind};
use shader_source::Span;
use wgsl_spec::{AccessMode, AddressSpace, LanguageExtension, Operator, Rule, rules};

/// The kind of a statement that writes memory.
#[derive(Clone, Copy)]
enum Write {
    /// `a = e;`
    Simple,
    /// `a += e;`
    Compound,
    /// `a++;` and `a--;`, with their rows of the table of type rules.
    Step(&'static Rule),
}

/// The declaration at the root of an expression: that of `a` in `a.b[i]`.
#[derive(Clone, Copy)]
pub(super) enum Root {
    /// A variable or value.
    Variable(VariableId),
    /// A parameter of the function: index in the column of members.
    Parameter(u32),
}

impl Checker<'_> {
    /// The declaration whose value or memory an expression names, without going through pointers.
    pub(super) fn root(&self, mut id: ExprId) -> Option<Root> {
        loop {
            id = match self.ast[id] {
                Expr::Paren(inner) | Expr::Member(inner, _) | Expr::Index(inner, _) => inner,
                Expr::Name(_) => {
                    return match self.resolution.binding(id) {
                        Binding::Parameter(index) => Some(Root::Parameter(index)),
                        _ => self.named_variable(id).map(Root::Variable),
                    };
                }
                _ => return None,
            };
            if let TypeKind::Pointer(..) = self.kind(self.meaning[id].ty) {
                return None;
            }
        }
    }

    /// Where the name of a declaration stands.
    pub(super) fn name_of(&self, root: Root) -> Span {
        match root {
            Root::Variable(variable) => self.ast[variable].name_span,
            Root::Parameter(index) => self.ast.members[index as usize].name_span,
        }
    }

    /// How the declaration at the root of an expression is introduced, with its place; `None` for memory.
    fn introduction(&self, root: Root) -> Option<(&'static str, Span)> {
        let what = match root {
            Root::Parameter(_) => "a parameter",
            Root::Variable(variable) => match self.ast[variable].kind {
                VariableKind::Const => "declared with `const`",
                VariableKind::Let => "declared with `let`",
                VariableKind::Override => "an override",
                VariableKind::Var => return None,
            },
        };
        Some((what, self.name_of(root)))
    }

    /// Labels the declaration at the root of an expression that is not memory.
    pub(super) fn label_declaration(&self, root: Option<Root>, diagnostic: Diagnostic) -> Diagnostic {
        match root.and_then(|root| self.introduction(root)) {
            Some((what, span)) => {
                let name = &self.syntax.text(span);
                diagnostic.label(span, format!("`{name}` is {what}"))
            }
            None => diagnostic,
        }
    }

    /// The memory that a left-hand side refers to, if it can be written.
    fn target(&mut self, left: ExprId, typed: Typed, write: Write) -> Option<TypeId> {
        match self.kind(typed.ty) {
            TypeKind::Error => None,
            TypeKind::Reference(space, store, access)
                if access != AccessMode::Read && Self::is_writable(space) =>
            {
                Some(store)
            }
            TypeKind::Reference(space, ..) => {
                self.not_writable(left, space, write);
                None
            }
            _ => {
                self.not_memory(left, typed.ty, write);
                None
            }
        }
    }

    #[cold]
    fn not_writable(&mut self, left: ExprId, space: AddressSpace, write: Write) {
        let message =
            format!("can't write to memory in address space `{}` with access mode `read`", space.name());
        let variable = match self.root(left) {
            Some(Root::Variable(variable)) => Some(variable),
            Some(Root::Parameter(_)) | None => None,
        };
        let by_space = match (space, variable) {
            (AddressSpace::Uniform, _) => Some(rules::ADDRESS_SPACE_UNIFORM),
            (AddressSpace::Immediate, _) => Some(rules::ADDRESS_SPACE_IMMEDIATE),
            (_, None) => Some(rules::REF_FORM_KEEP_ACCESS),
            (_, Some(variable)) => Some(match (self.ast[variable].template.len, write) {
                (0 | 1, Write::Compound) => rules::ADDRESS_SPACE_STORAGE,
                (0 | 1, Write::Simple | Write::Step(_)) => rules::DECL_VAR_ACCESS_STORAGE_DEFAULT,
                _ => rules::ACCESS_MODE_READ,
            }),
        };
        let (rule, also) = match write {
            Write::Simple if space == AddressSpace::Immediate => {
                (rules::DECL_VAR_IMMEDIATE_READ_ONLY, by_space)
            }
            Write::Simple => (rules::STMT_ASSIGN_WRITABLE, by_space),
            Write::Compound => (rules::STMT_COMPOUND_ASSIGN_RW, by_space),
            Write::Step(row) => (rules::STMT_INCDEC_TYPE, Some(row)),
        };
        let mut diagnostic = Diagnostic::error(rule, self.span(left), message);
        diagnostic.also = also;
        if space == AddressSpace::Storage {
            diagnostic = match variable.map(|variable| self.ast[variable]) {
                Some(variable) => {
                    let edit = match self.ast[variable.template] {
                        [space] => vec![(self.span(space), "storage, read_write".to_owned())],
                        [_, access, ..] => vec![(self.span(access), "read_write".to_owned())],
                        [] => Vec::new(),
                    };
                    diagnostic.label(variable.name_span, "declared here").suggest(
                        "declare the variable as `var<storage, read_write>`",
                        edit,
                        Applicability::Unsafe,
                    )
                }
                None => diagnostic.note("declare the variable as `var<storage, read_write>`"),
            };
        }
        self.report(diagnostic);
    }

    #[cold]
    fn not_memory(&mut self, left: ExprId, ty: TypeId, write: Write) {
        let right = self.body.assigned;
        let root = self.root(left);
        let introduction = root.and_then(|root| self.introduction(root));
        let is_swizzle = introduction.is_none() && self.is_swizzle(left);
        let message = match (root, introduction) {
            (Some(Root::Parameter(_)), Some((_, span))) => {
                format!("can't assign to `{}`: it is a parameter", self.syntax.text(span))
            }
            (_, Some((what, span))) => {
                format!("can't assign to `{}`: it is {what}", self.syntax.text(span))
            }
            _ if is_swizzle => "can't assign to several components of a vector at once".to_owned(),
            _ => {
                format!("can't assign to this: it is a value of type `{}`, not memory", self.print(ty))
            }
        };
        let is_const = matches!(root, Some(Root::Variable(it)) if self.ast[it].kind == VariableKind::Const);
        let (rule, also) = match write {
            Write::Step(row) => (rules::STMT_INCDEC_TYPE, Some(row)),
            Write::Simple | Write::Compound if is_swizzle => {
                (rules::SWIZZLE_MULTI_NOT_ASSIGNABLE, Some(rules::REF_FORM_SWIZZLE_MULTI))
            }
            Write::Simple | Write::Compound if is_const => (rules::DECL_CONST_IMMUTABLE, None),
            Write::Simple | Write::Compound if self.meaning.types.is_texture_or_sampler(ty) => {
                (rules::REF_ASSIGN_LHS_REFERENCE, Some(rules::ADDRESS_SPACE_HANDLE))
            }
            Write::Simple | Write::Compound => (rules::REF_ASSIGN_LHS_REFERENCE, None),
        };
        let mut diagnostic = Diagnostic::error(rule, self.span(left), message);
        diagnostic.also = also;
        diagnostic = self.label_declaration(root, diagnostic);
        diagnostic = match (self.kind(ty), root) {
            (TypeKind::Pointer(..), _) => {
                let lo = self.span(left).lo;
                let edit = vec![(Span::new(lo, lo), "*".to_owned())];
                diagnostic.suggest("assign to the memory it points to", edit, Applicability::Safe)
            }
            (_, Some(Root::Variable(variable))) if let Some(change) = self.as_changing(variable) => {
                if self.note_further_write(variable, left) {
                    return;
                }
                Self::with_change(diagnostic, Some(change), Applicability::Safe)
            }
            (_, Some(Root::Parameter(index))) => Self::with_change(
                diagnostic.note("copy the parameter into a `var` first"),
                self.copied_parameter(index),
                Applicability::Unsafe,
            ),
            _ if is_swizzle => Self::with_change(
                diagnostic
                    .note("assign to each component, or assign a new vector: `c = vec4f(rgb, c.a)`")
                    .note(self.without(LanguageExtension::SwizzleAssignment)),
                right.and_then(|right| self.whole_vector(left, right)),
                Applicability::Unsafe,
            ),
            _ => diagnostic.note("only variables declared with `var`, and their parts, can be assigned to"),
        };
        self.report(diagnostic);
    }

    /// All writes to a value that is declared with `let` are one mistake: the first is reported, others are its labels, up to some. Returns true
    /// if this is not the first.
    fn note_further_write(&mut self, variable: VariableId, place: ExprId) -> bool {
        const MOST_LABELS: usize = 5;
        let (span, next) = (self.span(place), self.diagnostics.len());
        let Some(first) = self.written_values.insert(variable, next) else { return false };
        self.written_values.insert(variable, first);
        if let Some(found) = self.diagnostics.get_mut(first)
            && found.labels.len() < MOST_LABELS
        {
            found.labels.push(Label { span, text: "also assigned here".to_owned(), rule: None });
        }
        true
    }

    /// <https://www.w3.org/TR/WGSL/#simple-assignment-section>
    pub(super) fn assign(&mut self, left: ExprId, right: ExprId) -> Behavior {
        let typed = self.left_hand_side(left);
        self.body.assigned = Some(right);
        let target = self.target(left, typed, Write::Simple);
        self.body.assigned = None;
        let value = self.value(right);
        let Some(store) = target else { return Behavior::NEXT };
        if !self.meaning.types.is(store, Properties::CONSTRUCTIBLE.with(Properties::CONCRETE)) {
            self.not_assignable(left, right, store);
            return Behavior::NEXT;
        }
        if self.convert(right, value, store).is_none() {
            let also = match self.ast[left] {
                Expr::Unary(UnaryOperator::Indirection, _) => Some(rules::REF_ASSIGN_RHS_TYPE),
                Expr::Member(..) | Expr::Index(..) => {
                    Some(rules::TYPE_STMT_SIMPLE_ASSIGNMENT_SECTION_UPDATING_ASSIGNMENT)
                }
                _ => None,
            };
            self.mismatch(right, value, store, (rules::STMT_ASSIGN_TYPE, also), "the assigned value");
        }
        Behavior::NEXT
    }

    #[cold]
    fn not_assignable(&mut self, left: ExprId, right: ExprId, store: TypeId) {
        let has_atomic = Properties::HAS_ATOMIC;
        let (rule, message) = match self.kind(store) {
            TypeKind::Atomic(_) | TypeKind::AtomicVec2u => (
                rules::STMT_ASSIGN_ATOMIC,
                "an atomic can only be written with an atomic builtin function, such as `atomicStore`"
                    .to_owned(),
            ),
            _ => {
                let has = self.print(store);
                let rule = if self.meaning.types.is(store, has_atomic) {
                    rules::STMT_ASSIGN_ATOMIC
                } else {
                    self.not_constructible(store)
                };
                (rule, format!("can't assign a whole value of type `{has}`"))
            }
        };
        let (place, value) = (self.span(left), self.span(right));
        let found = Diagnostic::error(rule, place, message);
        self.report(if matches!(self.kind(store), TypeKind::Atomic(_)) {
            let call = format!("atomicStore(&{}, ", self.syntax.text(place));
            let edits =
                vec![(Span::new(place.lo, value.lo), call), (Span::new(value.hi, value.hi), ")".to_owned())];
            found.suggest("write `atomicStore`", edits, Applicability::Safe)
        } else {
            found
        });
    }

    /// Reports an operator that changes an atomic.
    #[cold]
    fn atomic_operator(&mut self, left: ExprId, operator: &str, right: Option<ExprId>) {
        let message = format!("`{operator}` can't be applied to an atomic: use an atomic builtin function");
        let rule = rules::TYPE_ATOMIC_OPS_ONLY_BUILTIN;
        let note = "for example, `atomicAdd(&…, …)` adds to it";
        let found = Diagnostic::error(rule, self.span(left), message).note(note);
        let change = self.atomic_function(left, operator, right);
        self.report(Self::with_change(found, change, Applicability::Safe));
    }

    /// <https://www.w3.org/TR/WGSL/#compound-assignment-sec>
    pub(super) fn compound_assign(&mut self, operator: Operator, left: ExprId, right: ExprId) -> Behavior {
        let typed = self.left_hand_side(left);
        let target = self.target(left, typed, Write::Compound);
        let value = self.value(right);
        let Some(store) = target else { return Behavior::NEXT };
        let text = operator.name();
        if let TypeKind::Atomic(_) = self.kind(store) {
            self.atomic_operator(left, &format!("{text}="), Some(right));
            return Behavior::NEXT;
        }
        let current = self.load(left, typed);
        if current.ty == TypeId::ERROR || value.ty == TypeId::ERROR {
            return Behavior::NEXT;
        }
        let result = self.compound_operator(right, operator, [left, right], [current, value]);
        if result.ty != TypeId::ERROR && result.ty != store {
            let (has, wants) = (self.print(result.ty), self.print(store));
            let message =
                format!("`{text}=` yields a value of type `{has}`, which can't be assigned to `{wants}`");
            self.error(rules::STMT_COMPOUND_ASSIGN_EXPANSION, self.span(left).to(self.span(right)), message);
        }
        Behavior::NEXT
    }

    /// <https://www.w3.org/TR/WGSL/#phony-assignment-section>
    pub(super) fn phony(&mut self, id: ExprId) -> Behavior {
        let typed = self.expression(id);
        let row = rules::TYPE_STMT_PHONY_ASSIGNMENT_SECTION_PHONY_ASSIGNMENT;
        match self.kind(typed.ty) {
            TypeKind::Void => {
                let message = "this call returns no value: remove `_ =`";
                let diagnostic = Diagnostic::error(rules::STMT_PHONY_BAD, self.span(id), message);
                self.report(diagnostic.also(rules::CALL_EXPR_NEEDS_RETURN));
            }
            TypeKind::Reference(_, store, _)
                if store != TypeId::ERROR
                    && !self.meaning.types.is(store, Properties::CONSTRUCTIBLE)
                    && !self.meaning.types.is_texture_or_sampler(store) =>
            {
                let is_named = matches!(self.kind(store), TypeKind::Atomic(_) | TypeKind::Array(..));
                let rule = if is_named { rules::STMT_PHONY_BAD } else { rules::STMT_PHONY_TYPE };
                self.cannot_load(id, store, (rule, Some(row)));
            }
            // Nothing holds the value, so one of an abstract type stays that.
            _ => _ = self.load(id, typed),
        }
        Behavior::NEXT
    }

    /// <https://www.w3.org/TR/WGSL/#increment-decrement>
    pub(super) fn increment(&mut self, left: ExprId) -> Behavior {
        self.step(left, "++", rules::TYPE_STMT_INCREMENT_DECREMENT_INCREMENT_STATEMENT)
    }

    /// <https://www.w3.org/TR/WGSL/#increment-decrement>
    pub(super) fn decrement(&mut self, left: ExprId) -> Behavior {
        self.step(left, "--", rules::TYPE_STMT_INCREMENT_DECREMENT_DECREMENT_STATEMENT)
    }

    fn step(&mut self, left: ExprId, operator: &str, row: &'static Rule) -> Behavior {
        let typed = self.expression(left);
        let Some(store) = self.target(left, typed, Write::Step(row)) else { return Behavior::NEXT };
        if let TypeKind::Atomic(_) = self.kind(store) {
            self.atomic_operator(left, operator, None);
        } else if !matches!(store, TypeId::I32 | TypeId::U32 | TypeId::ERROR) {
            let has = self.print(store);
            let message = format!("`{operator}` expects a variable of type `i32` or `u32`, found `{has}`");
            self.report(Diagnostic::error(rules::STMT_INCDEC_TYPE, self.span(left), message).also(row));
        }
        Behavior::NEXT
    }
}
