//! The notation of signatures: `(x: T, exponent: thread int<T>&, lod: uint = 0) -> T`.

/// A type in the notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Type {
    /// Address spaces; several of them are overloads in one row.
    pub(crate) spaces: Vec<String>,
    pub(crate) is_const: bool,
    pub(crate) is_volatile: bool,
    /// The name of the type; several of them are alternatives of one parameter.
    pub(crate) names: Vec<String>,
    /// Whether `<T>` follows the name.
    pub(crate) is_derived: bool,
    pub(crate) indirection: Indirection,
}

/// The sign behind a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Indirection {
    None,
    Pointer,
    Reference,
}

#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) is_optional: bool,
}

/// A signature without its name.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) result: Type,
}

impl Signature {
    /// `is_space` tells the names of address spaces from those of types.
    pub(crate) fn parse(text: &str, is_space: &dyn Fn(&str) -> bool) -> Result<Self, String> {
        let parsed = Self::split(text).and_then(|(parameters, result)| {
            let parameters = parameters.into_iter().map(|text| Parameter::parse(text, is_space));
            Ok(Self {
                parameters: parameters.collect::<Result<_, _>>()?,
                result: Type::parse(result, is_space)?,
            })
        });
        parsed.map_err(|error| format!("`{text}`: {error}"))
    }

    fn split(text: &str) -> Result<(Vec<&str>, &str), String> {
        let (parameters, result) = text.split_once("->").ok_or("there is no result")?;
        let parameters = parameters.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let parameters = parameters.ok_or("parameters are between parentheses")?.trim();
        let parameters = if parameters.is_empty() { Vec::new() } else { parameters.split(',').collect() };
        Ok((parameters, result.trim()))
    }
}

impl Parameter {
    fn parse(text: &str, is_space: &dyn Fn(&str) -> bool) -> Result<Self, String> {
        let (name, rest) = text.split_once(':').ok_or_else(|| format!("`{text}` has no type"))?;
        let (ty, default) =
            rest.split_once('=').map_or((rest, None), |(ty, default)| (ty, Some(default.trim())));
        // The default is zero, `false`, the first enumerator, or the number of columns of a SIMD-group matrix.
        match default {
            None | Some("0" | "x" | "false" | "8") => {}
            Some(other) => return Err(format!("the default `{other}` is none of `0`, `x`, `false` and `8`")),
        }
        Ok(Self {
            name: name.trim().to_owned(),
            ty: Type::parse(ty.trim(), is_space)?,
            is_optional: default.is_some(),
        })
    }
}

impl Type {
    /// Returns true if it is `simdgroup_matrix<T>`, with or without a reference.
    pub(crate) fn is_simdgroup_matrix(&self) -> bool {
        self.is_derived && self.names == ["simdgroup_matrix"]
    }

    fn parse(text: &str, is_space: &dyn Fn(&str) -> bool) -> Result<Self, String> {
        let (text, indirection) = if let Some(rest) = text.strip_suffix('*') {
            (rest, Indirection::Pointer)
        } else if let Some(rest) = text.strip_suffix('&') {
            (rest, Indirection::Reference)
        } else {
            (text, Indirection::None)
        };
        let mut ty = Self {
            spaces: Vec::new(),
            is_const: false,
            is_volatile: false,
            names: Vec::new(),
            is_derived: false,
            indirection,
        };
        for word in text.split_whitespace() {
            ty.add(word, is_space)?;
        }
        if ty.names.is_empty() { Err(format!("`{text}` names no type")) } else { Ok(ty) }
    }

    fn add(&mut self, word: &str, is_space: &dyn Fn(&str) -> bool) -> Result<(), String> {
        let alternatives = || word.split('|').map(str::to_owned).collect::<Vec<_>>();
        match word {
            "const" => self.is_const = true,
            "volatile" => self.is_volatile = true,
            _ if !self.names.is_empty() => return Err(format!("`{word}` follows the type")),
            _ if word.split('|').all(is_space) => self.spaces = alternatives(),
            _ => {
                let name = word.strip_suffix("<T>");
                self.is_derived = name.is_some();
                self.names = name.map_or_else(alternatives, |name| vec![name.to_owned()]);
            }
        }
        Ok(())
    }
}
