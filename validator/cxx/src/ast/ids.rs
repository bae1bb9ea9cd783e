//! Ids of the nodes.

shader_source::ids! {
    /// An expression.
    ExprId,
    /// A statement.
    StmtId,
    /// A type as it is written.
    TypeSyntaxId,
    /// A name, perhaps with namespaces before it and template arguments after it.
    NameId,
    /// A declaration, in source order.
    DeclId,
    /// A function.
    FunctionId,
    /// A variable, parameters included.
    VariableId,
    /// A structure, class or union.
    StructureId,
    /// An enumeration.
    EnumerationId,
    /// A `typedef` or alias.
    AliasId,
    /// A namespace.
    NamespaceId,
    /// A lambda expression.
    LambdaId,
    /// A template of variables.
    VariableTemplateId,
}
