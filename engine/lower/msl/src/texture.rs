//! Member functions of textures. Section 6.10

use super::{Binding, Lowering, Outcome, Value};
use msl_spec::{Scalar, TextureFunction};
use msl_validator::ast::{Expr, ExprId};

impl Lowering<'_> {
    pub(super) fn texture(
        &mut self,
        base: ExprId,
        (function, _, _): (&'static TextureFunction, usize, Scalar),
        _arguments: &[ExprId],
    ) -> Outcome<Value> {
        let Expr::Name(name) = self.ast()[base] else {
            return self.unsupported("textures in arrays are not executed so far");
        };
        let Binding::Handle(_) = self.binding(base, name)? else { return self.unsupported("this is no texture") };
        self.unsupported(format!("`{}` of textures is not executed so far", function.name))
    }
}
