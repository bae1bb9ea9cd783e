//! Targets that programs are checked for: available extensions and limits. <https://www.w3.org/TR/WGSL/#extensions>

use core::fmt;
use core::str::FromStr;
use wgsl_spec::{EnableExtension, ExtensionSet, LanguageExtension, Lenience, Limit, TargetRow};

/// A target: an implementation, real or ideal, with its extensions and limits.
///
/// Parse one from a name, followed by adjustments: `"portable,+f16,-subgroups,workgroup-bytes=32768".parse()`. The names are:
///
/// | name | accepts |
/// |---|---|
/// | `text` (default) | everything in the specification; a program beyond its limits gets a warning |
/// | `portable` | what every implementation supports without an optional device feature, within the limits of the specification |
/// | `tint`, `chrome` | what Tint supports |
/// | `naga`, `firefox` | what naga supports |
/// | `webkit`, `safari` | what `WebKit` supports |
///
/// An adjustment adds (`+f16`) or removes (`-subgroups`) an extension, or sets a limit (`workgroup-bytes=32768`). The error for an unknown
/// name, extension or limit lists the known ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Its name, with the adjustments.
    name: String,
    /// The name without adjustments; the engine's name for a browser.
    engine: &'static str,
    /// The available extensions.
    #[doc(hidden)]
    pub available: ExtensionSet,
    /// Available language extensions that a directive can't name.
    #[doc(hidden)]
    pub unnamed: ExtensionSet,
    /// The extensions that are available if a directive of the program names them.
    #[doc(hidden)]
    pub on_request: ExtensionSet,
    /// By [`Limit`]: the largest number without an error; `None` if any number is accepted, with a warning beyond the
    /// number that every implementation supports.
    limits: [Option<u32>; Limit::ALL.len()],
}

impl Target {
    /// A target of the specification's tables.
    fn of(row: &TargetRow) -> Self {
        let limits = if row.refuses_beyond_limits {
            Limit::ALL.map(|limit| Some(limit.info().value))
        } else {
            [None; Limit::ALL.len()]
        };
        Self {
            name: row.name.to_owned(),
            engine: row.name,
            available: row.available,
            unnamed: row.unnamed,
            on_request: row.on_request,
            limits,
        }
    }

    /// Returns the target with this name, without adjustments.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let is_meant = |row: &&TargetRow| row.name == name || row.browser == Some(name);
        TargetRow::all().iter().find(is_meant).map(Self::of)
    }

    /// Returns the name, with the adjustments.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name of the engine: the target's name without adjustments.
    #[doc(hidden)]
    #[must_use]
    pub const fn engine(&self) -> &'static str {
        self.engine
    }

    /// Returns the rules that the engine does not enforce.
    #[doc(hidden)]
    #[must_use]
    pub fn lenient(&self) -> &'static [Lenience] {
        TargetRow::all().iter().find(|row| row.name == self.engine).map_or(&[], |row| row.lenient)
    }

    /// Returns the largest number without an error, if the target has such a limit.
    #[doc(hidden)]
    #[must_use]
    pub fn limit(&self, limit: Limit) -> Option<u32> {
        self.limits[limit as usize]
    }

    /// Sets a different limit.
    #[doc(hidden)]
    #[must_use]
    pub fn with_limit(mut self, limit: Limit, number: u32) -> Self {
        self.limits[limit as usize] = Some(number);
        self
    }

    /// Returns the target without API limits, for programs that the reference executor runs: these limits belong to a device.
    #[doc(hidden)]
    #[must_use]
    pub fn for_execution(&self) -> Self {
        let of_device =
            Limit::ALL.into_iter().filter(|limit| limit.info().is_of_api || *limit == Limit::WorkgroupBytes);
        of_device.fold(self.clone(), |target, limit| target.with_limit(limit, u32::MAX))
    }

    /// Makes one adjustment: `+extension`, `-extension` or `limit=number`.
    fn adjust(&mut self, text: &str) -> Result<(), UnknownTarget> {
        let unknown = |what: &str, name: &str, known: &mut dyn Iterator<Item = &str>| {
            let known = known.collect::<Vec<_>>().join(", ");
            Err(UnknownTarget(format!("unknown {what} `{name}`, expected one of {known}")))
        };
        if let Some((name, number)) = text.split_once('=') {
            let Some(limit) = Limit::ALL.iter().find(|limit| limit.name() == name) else {
                return unknown("limit", name, &mut Limit::ALL.iter().map(|limit| limit.name()));
            };
            let Ok(number) = number.parse() else {
                return Err(UnknownTarget(format!("expected a whole number as the limit, found `{number}`")));
            };
            self.limits[*limit as usize] = Some(number);
            return Ok(());
        }
        let (is_added, name) = match (text.strip_prefix('+'), text.strip_prefix('-')) {
            (Some(name), _) => (true, name),
            (_, Some(name)) => (false, name),
            _ => {
                let message =
                    format!("expected `+extension`, `-extension` or `limit=number`, found `{text}`");
                return Err(UnknownTarget(message));
            }
        };
        let enable = EnableExtension::ALL.into_iter().find(|extension| extension.name() == name);
        let language = LanguageExtension::ALL.into_iter().find(|extension| extension.name() == name);
        match (enable, language, is_added) {
            (Some(extension), _, true) => self.available.insert(extension),
            (Some(extension), _, false) => {
                self.available.remove(extension);
                self.on_request.remove(extension);
            }
            (_, Some(extension), true) => {
                self.available.insert_language(extension);
                self.unnamed.remove_language(extension);
            }
            (_, Some(extension), false) => {
                self.available.remove_language(extension);
                self.on_request.remove_language(extension);
            }
            (None, None, _) => {
                let names = EnableExtension::ALL.iter().map(|extension| extension.name());
                let names = names.chain(LanguageExtension::ALL.iter().map(|extension| extension.name()));
                return unknown("extension", name, &mut { names });
            }
        }
        Ok(())
    }
}

impl Default for Target {
    /// Returns the target `text`: everything in the specification.
    fn default() -> Self {
        Self::of(&TargetRow::all()[0])
    }
}

impl fmt::Display for Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name)
    }
}

impl FromStr for Target {
    type Err = UnknownTarget;

    fn from_str(text: &str) -> Result<Self, UnknownTarget> {
        let mut parts = text.split(',').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let Some(mut target) = Self::named(name) else {
            let names = TargetRow::all().iter().flat_map(|row| [Some(row.name), row.browser]);
            let known = names.flatten().collect::<Vec<_>>().join(", ");
            return Err(UnknownTarget(format!("unknown target `{name}`, expected one of {known}")));
        };
        for part in parts {
            target.adjust(part)?;
        }
        text.clone_into(&mut target.name);
        Ok(target)
    }
}

/// The reason why a string does not name a target. [`Display`](fmt::Display) and [`Debug`] write it as a sentence.
#[derive(Clone, PartialEq, Eq)]
pub struct UnknownTarget(String);

impl fmt::Display for UnknownTarget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl fmt::Debug for UnknownTarget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl core::error::Error for UnknownTarget {}

#[cfg(test)]
mod tests {
    use super::Target;
    use wgsl_spec::{EnableExtension, LanguageExtension, Limit};

    #[test]
    fn a_target_is_a_name_and_adjustments() {
        let target: Target = "portable, +f16, +buffer_view, workgroup-bytes=32768".parse().expect("a target");
        assert_eq!(target.name(), "portable, +f16, +buffer_view, workgroup-bytes=32768");
        assert!(target.available.contains(EnableExtension::F16));
        assert!(!target.available.contains(EnableExtension::Subgroups));
        assert!(target.available.contains_language(LanguageExtension::BufferView));
        assert_eq!(target.limit(Limit::WorkgroupBytes), Some(32768));
        assert_eq!(target.limit(Limit::StructMembers), Some(1023));
        let target: Target = "text,-f16,-buffer_view".parse().expect("a target");
        assert!(!target.available.contains(EnableExtension::F16));
        assert!(target.available.contains(EnableExtension::Subgroups));
        assert!(!target.available.contains_language(LanguageExtension::BufferView));
        assert_eq!(target.limit(Limit::StructMembers), None);
    }

    #[test]
    fn a_browser_has_the_extensions_of_its_engine() {
        for (browser, engine) in [("chrome", "tint"), ("firefox", "naga"), ("safari", "webkit")] {
            let (of_browser, of_engine) = (Target::named(browser), Target::named(engine));
            assert_eq!(of_browser.map(|it| it.available), of_engine.map(|it| it.available), "{browser}");
        }
        let safari: Target = "safari".parse().expect("a target");
        assert_eq!(safari.name(), "safari");
    }

    #[test]
    fn portable_is_what_all_engines_have() {
        let portable = Target::named("portable").expect("it is listed").available;
        let engines = ["tint", "naga", "webkit"].map(|name| Target::named(name).expect("listed").available);
        for extension in LanguageExtension::ALL {
            let is_common = engines.iter().all(|engine| engine.contains_language(extension));
            assert_eq!(portable.contains_language(extension), is_common, "{}", extension.name());
        }
        assert!(portable.contains_language(LanguageExtension::PointerCompositeAccess));
        assert!(EnableExtension::ALL.into_iter().all(|extension| !portable.contains(extension)));
    }

    #[test]
    fn what_names_no_target_is_told_what_there_is() {
        for (text, told) in [
            ("nothing", "portable"),
            ("", "text"),
            ("text,+f61", "f16"),
            ("text,f16", "+extension"),
            ("text,struct-members=x", "whole number"),
            ("text,members=1", "struct-members"),
        ] {
            let error = text.parse::<Target>().expect_err(text);
            assert!(error.to_string().contains(told), "{text}: {error}");
        }
    }
}
