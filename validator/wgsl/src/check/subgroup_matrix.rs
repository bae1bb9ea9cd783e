//! Subgroup matrices (`chromium_experimental_subgroup_matrix`), which are proposed: the specification does not have them.
//!
//! They live in variables of functions alone, are made by compute shaders in uniform control flow, and are never known
//! before the shader runs. Differs from Tint: a variable may be declared in control flow that is not uniform, since
//! whatever fills it may not stand there, and offsets and strides are not compared with the size of the matrix.

use super::{Checker, count};
use crate::ast::{Expr, ExprId, List};
use crate::meaning::{Limited, LimitedUse, Typed};
use crate::resolve::Binding;
use crate::types::{Properties, TypeId, TypeKind};
use shader_source::Span;
use wgsl_spec::{
    ComponentPattern, ComponentSet, ComponentVariable, EnableExtension, Enumerant, LanguageExtension,
    MatrixComponent, MatrixRole, Predeclared, Rule, Scalar, SizeVariable, Symbol, rules,
};

/// The rule of template arguments. The specification does not have these types, so they have no rule of their own.
const ARGUMENT: &Rule = rules::TYPE_EXPR_GENERATOR_ARGUMENT_KIND;

/// The meanings of those variables of an overload that only subgroup matrices have.
#[derive(Clone, Copy)]
pub(super) struct MatrixVariables {
    components: [ComponentSet; 2],
    role: Option<MatrixRole>,
    /// 0 is unbound.
    dimensions: [u32; 4],
}

impl MatrixVariables {
    pub(super) const UNBOUND: Self =
        Self { components: [ComponentSet::ALL; 2], role: None, dimensions: [0; 4] };

    /// Narrows a component to one for whose scalar this holds.
    pub(super) fn scalar(&mut self, variable: ComponentVariable, holds: impl Fn(Scalar) -> bool) -> bool {
        let slot = &mut self.components[usize::from(variable.0)];
        *slot = slot.only(|component| holds(component.scalar()));
        !slot.is_empty()
    }

    /// Narrows a component to this very one.
    pub(super) fn component(&mut self, pattern: ComponentPattern, component: MatrixComponent) -> bool {
        let ComponentPattern(variable, set) = pattern;
        let slot = &mut self.components[usize::from(variable.0)];
        *slot = slot.intersection(set).intersection(ComponentSet::of(component));
        !slot.is_empty()
    }

    /// Binds the role: any where none is wanted.
    pub(super) fn role(&mut self, wanted: Option<MatrixRole>, role: MatrixRole) -> bool {
        match wanted {
            Some(wanted) => wanted == role,
            None => *self.role.get_or_insert(role) == role,
        }
    }

    pub(super) fn dimension(&mut self, variable: SizeVariable, size: u32) -> bool {
        let slot = &mut self.dimensions[usize::from(variable.0)];
        if *slot == 0 {
            *slot = size;
        }
        *slot == size
    }

    pub(super) fn known_scalar(&self, variable: ComponentVariable) -> Option<Scalar> {
        self.components[usize::from(variable.0)].first().map(MatrixComponent::scalar)
    }

    /// The matrix type that a pattern stands for.
    pub(super) fn instantiate(
        &self,
        role: Option<MatrixRole>,
        component: ComponentVariable,
        columns: SizeVariable,
        rows: SizeVariable,
    ) -> Option<TypeKind> {
        Some(TypeKind::SubgroupMatrix(
            role.or(self.role)?,
            self.components[usize::from(component.0)].first()?,
            self.dimensions[usize::from(columns.0)],
            self.dimensions[usize::from(rows.0)],
        ))
    }
}

impl TypeKind {
    /// The component of a subgroup matrix that a type can be.
    pub(super) fn matrix_component(self) -> Option<MatrixComponent> {
        match self {
            Self::Scalar(scalar) => MatrixComponent::of_scalar(scalar),
            Self::I8 => Some(MatrixComponent::I8),
            Self::U8 => Some(MatrixComponent::U8),
            _ => None,
        }
    }
}

impl Checker<'_> {
    /// `subgroup_matrix_left<T, columns, rows>` and its like.
    pub(super) fn subgroup_matrix_type(
        &mut self,
        role: MatrixRole,
        symbol: Symbol,
        arguments: &[ExprId],
    ) -> TypeId {
        let &[component, columns, rows] = arguments else { return TypeId::ERROR };
        let wanted = "`f32`, `f16`, `i32`, `u32`, `i8` or `u8`";
        let mut made_of = None;
        self.with_type(component, symbol, wanted, |kind| {
            made_of = kind.matrix_component();
            made_of.map(|_| TypeId::VOID).ok_or(ARGUMENT)
        });
        let columns = self.matrix_dimension(columns, "the number of columns of a subgroup matrix");
        let rows = self.matrix_dimension(rows, "the number of rows of a subgroup matrix");
        match (made_of, columns, rows) {
            (Some(component), Some(columns), Some(rows)) => {
                self.meaning.types.intern(TypeKind::SubgroupMatrix(role, component, columns, rows))
            }
            _ => TypeId::ERROR,
        }
    }

    fn matrix_dimension(&mut self, id: ExprId, what: &str) -> Option<u32> {
        let value = self.evaluate_anyway(|checker| checker.const_integer(ARGUMENT, id, what))?;
        if value <= 0 {
            let message = format!("{what} must be positive, found {value}");
            self.error(ARGUMENT, self.span(id), message);
            return None;
        }
        u32::try_from(value).ok()
    }

    /// Constructs a matrix all of whose components are one value.
    pub(super) fn filled_matrix(
        &mut self,
        id: ExprId,
        ty: TypeId,
        component: MatrixComponent,
        arguments: List<ExprId>,
    ) -> Typed {
        let &[argument] = &self.ast[arguments] else {
            let message = format!(
                "`{}` takes no argument or one, the value of its components, found {}",
                self.print(ty),
                count(arguments.len as usize, "argument")
            );
            self.error(rules::CALL_ARG_COUNT, self.span(id), message);
            return self.give_up(arguments);
        };
        let typed = self.value(argument);
        let what = "the value of the components";
        self.expect_type(argument, typed, TypeId::scalar(component.scalar()), rules::CALL_ARG_TYPE, what);
        Typed::runtime(ty)
    }

    /// Notes that a function makes values of a type, or has a variable of it.
    pub(super) fn makes_subgroup_matrix(&mut self, ty: TypeId, span: Span) {
        if self.terms.is_enabled(EnableExtension::ChromiumExperimentalSubgroupMatrix)
            && self.meaning.types.is(ty, Properties::HAS_SUBGROUP_MATRIX)
        {
            self.meaning.note_limited(Limited { what: LimitedUse::SubgroupMatrix, span });
            self.asks_uniform_subgroup();
        }
    }

    /// Notes that the function asks for uniformity among the invocations of a subgroup.
    pub(super) fn asks_uniform_subgroup(&mut self) {
        if self.terms.is_available(LanguageExtension::SubgroupUniformity) {
            self.body.asks.subgroup = true;
        } else {
            self.body.asks.widest = true;
        }
    }

    /// An argument in the template list of a builtin function: a type, or `MATRIX_ORDER` for `row_major` and
    /// `col_major`, which need the extension of the function that takes them.
    pub(super) fn template_argument(&mut self, id: ExprId) -> TypeId {
        if let Expr::Name(symbol) = self.ast[id]
            && self.resolution.binding(id) == Binding::Predeclared
            && let Predeclared::Enumerant(Enumerant::MatrixOrder(_)) =
                symbol.info(self.terms.edition).predeclared
        {
            return TypeId::MATRIX_ORDER;
        }
        self.type_expression(id)
    }
}
