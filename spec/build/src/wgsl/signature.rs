//! The notation of signatures: `<T>(e: vec2<S>, offset: u32) -> vec2<T>`.

/// A type in the notation: a name and its template arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Type {
    pub(crate) name: String,
    pub(crate) arguments: Vec<Type>,
}

impl Type {
    /// The type with all template arguments.
    pub(crate) fn text(&self) -> String {
        if self.arguments.is_empty() {
            return self.name.clone();
        }
        let arguments: Vec<String> = self.arguments.iter().map(Type::text).collect();
        format!("{}<{}>", self.name, arguments.join(", "))
    }

    /// The type with every mention of a variable replaced.
    pub(crate) fn substitute(&self, variable: &str, with: &Type) -> Type {
        if self.name == variable && self.arguments.is_empty() {
            return with.clone();
        }
        let arguments = self.arguments.iter().map(|argument| argument.substitute(variable, with)).collect();
        Type { name: self.name.clone(), arguments }
    }

    /// Parses one type and nothing after it.
    pub(crate) fn parse(text: &str) -> Result<Type, String> {
        let mut parser = Parser { rest: text };
        let parsed = parser.parse_type()?;
        parser.end()?;
        Ok(parsed)
    }
}

/// A signature without its name.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub(crate) template: Vec<Type>,
    pub(crate) parameters: Vec<(String, Type)>,
    pub(crate) result: Option<Type>,
}

impl Signature {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut parser = Parser { rest: text };
        let template = if parser.eat("<") { parser.list(">", Parser::parse_type)? } else { Vec::new() };
        parser.expect("(")?;
        let parameters = parser.list(")", |parser| {
            let name = parser.name()?;
            parser.expect(":")?;
            Ok((name, parser.parse_type()?))
        })?;
        let result = if parser.eat("->") { Some(parser.parse_type()?) } else { None };
        parser.end()?;
        Ok(Self { template, parameters, result })
    }

    pub(crate) fn substitute(&self, variable: &str, with: &Type) -> Self {
        Self {
            template: self.template.iter().map(|ty| ty.substitute(variable, with)).collect(),
            parameters: self
                .parameters
                .iter()
                .map(|(name, ty)| (name.clone(), ty.substitute(variable, with)))
                .collect(),
            result: self.result.as_ref().map(|ty| ty.substitute(variable, with)),
        }
    }

    /// The notation of a call: `vec3<T>(e: T) -> vec3<T>`.
    pub(crate) fn call_text(&self, name: &str) -> String {
        let template: Vec<String> = self.template.iter().map(Type::text).collect();
        let template = if template.is_empty() { String::new() } else { format!("<{}>", template.join(", ")) };
        let parameters: Vec<String> =
            self.parameters.iter().map(|(name, ty)| format!("{name}: {}", ty.text())).collect();
        let result = self.result.as_ref().map_or(String::new(), |ty| format!(" -> {}", ty.text()));
        format!("{name}{template}({}){result}", parameters.join(", "))
    }

    /// The notation of an operator: `T + T -> T`, `-T -> T`.
    pub(crate) fn operator_text(&self, operator: &str) -> String {
        let operands: Vec<String> = self.parameters.iter().map(|(_, ty)| ty.text()).collect();
        let result = self.result.as_ref().map_or(String::new(), Type::text);
        match operands.as_slice() {
            [operand] => format!("{operator}{operand} -> {result}"),
            _ => format!("{} -> {result}", operands.join(&format!(" {operator} "))),
        }
    }
}

struct Parser<'a> {
    rest: &'a str,
}

impl Parser<'_> {
    fn eat(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) { Ok(()) } else { Err(format!("expected `{token}` before `{}`", self.rest)) }
    }

    fn end(&self) -> Result<(), String> {
        let rest = self.rest.trim();
        if rest.is_empty() { Ok(()) } else { Err(format!("left over: `{rest}`")) }
    }

    fn name(&mut self) -> Result<String, String> {
        self.rest = self.rest.trim_start();
        let end = self
            .rest
            .find(|character: char| !character.is_ascii_alphanumeric() && character != '_')
            .unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        if name.is_empty() {
            return Err(format!("expected a name before `{}`", self.rest));
        }
        self.rest = rest;
        Ok(name.to_owned())
    }

    fn parse_type(&mut self) -> Result<Type, String> {
        let name = self.name()?;
        let arguments = if self.eat("<") { self.list(">", Self::parse_type)? } else { Vec::new() };
        Ok(Type { name, arguments })
    }

    fn list<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.eat(close) {
                return Ok(items);
            }
            self.expect(",")?;
        }
    }
}
