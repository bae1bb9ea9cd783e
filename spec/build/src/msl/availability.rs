//! The versions of the platforms that have something.

use serde::Deserialize;

/// `since` of a row: one version for both platforms, or a version for each of them that has it.
#[derive(Clone, Deserialize, Debug)]
#[serde(untagged)]
pub(crate) enum Since {
    Both(String),
    Each(Platforms),
}

impl Since {
    /// Returns true for a row that no version of either platform has.
    pub(crate) const fn is_never(&self) -> bool {
        match self {
            Self::Both(_) => false,
            Self::Each(each) => each.macos.is_none() && each.ios.is_none(),
        }
    }
}

#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Platforms {
    macos: Option<String>,
    ios: Option<String>,
}

/// Returns the Rust expression of the availability of a row: of the first version of both platforms if it says nothing. `naga`: only naga
/// writes it, and no version has it.
pub(crate) fn availability(since: Option<&Since>, naga: bool) -> Result<String, String> {
    let (macos, ios) = match since {
        _ if naga => (None, None),
        None => return Ok("Availability::ALWAYS".to_owned()),
        Some(Since::Both(version)) => (Some(version.as_str()), Some(version.as_str())),
        Some(Since::Each(each)) => (each.macos.as_deref(), each.ios.as_deref()),
    };
    if naga && since.is_some() {
        return Err("a row of naga alone has no `since`".to_owned());
    }
    let (macos, ios) = (optional(macos)?, optional(ios)?);
    Ok(format!("Availability {{ macos: {macos}, ios: {ios}, naga: {naga} }}"))
}

/// The Rust expression of `2.1`.
pub(crate) fn version(text: &str) -> Result<String, String> {
    let (major, minor) = text.split_once('.').ok_or_else(|| format!("`{text}` is no version"))?;
    let number = |part: &str| part.parse::<u8>().map_err(|error| format!("version {text}: {error}"));
    Ok(format!("Version::new({}, {})", number(major)?, number(minor)?))
}

fn optional(text: Option<&str>) -> Result<String, String> {
    text.map_or(Ok("None".to_owned()), |text| Ok(format!("Some({})", version(text)?)))
}
