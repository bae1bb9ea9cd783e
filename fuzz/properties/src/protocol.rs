//! Each request of the machine protocol gets its answer.

use crate::MOST_BYTES;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::io::BufReader;
use wgsl_check_protocol::{Limits, Options, converse};

/// Few bytes and steps, so that a request which exceeds them shows at once.
const LIMITS: Limits = Limits { kept_bytes: 1 << 20, request_bytes: 1 << 22, fuel: 1 << 20 };
/// The number of bytes of an answer for each byte of its request, beside those of contents.
const MOST_BYTES_OF_A_BYTE: usize = 1 << 12;

/// The members that every answer has.
#[derive(Deserialize, Debug)]
struct Answer<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
    ok: bool,
    error: Option<Failure>,
}

/// Why a request is not carried out.
#[derive(Deserialize, Debug)]
struct Failure {
    stage: String,
}

/// The member of a request that its answer repeats.
#[derive(Deserialize, Debug)]
struct Request<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

/// Each line of any bytes that is not empty gets one answer, in order, with its `id`; none is a defect of the server, or larger than its
/// request and the limits of contents explain.
///
/// # Panics
/// It does not.
pub fn protocol(bytes: &[u8]) {
    let bytes = &bytes[..bytes.len().min(MOST_BYTES)];
    let mut output = Vec::new();
    let done =
        converse(&mut BufReader::new(bytes), &mut output, &Options { limits: LIMITS, ..Options::default() });
    assert!(done.is_ok(), "{done:?}");
    let requests = bytes.split(|it| *it == b'\n').map(<[u8]>::trim_ascii).filter(|it| !it.is_empty());
    let mut answers = output.split(|it| *it == b'\n');
    for request in requests {
        let answer = answers.next().unwrap_or_default();
        check(request, answer);
    }
    assert_eq!(answers.next(), Some(&b""[..]), "the last answer ends its line");
    assert_eq!(answers.next(), None, "there are more answers than requests");
}

/// Whether an answer is one to a request.
fn check(request: &[u8], answer: &[u8]) {
    let told = || format!("{}\n{}", String::from_utf8_lossy(request), String::from_utf8_lossy(answer));
    let read: Answer<'_> =
        serde_json::from_slice(answer).unwrap_or_else(|error| panic!("{error}\n{}", told()));
    assert_eq!(read.id.get(), id(request), "{}", told());
    assert!(read.error.is_none_or(|it| !read.ok && it.stage != "internal"), "{}", told());
    let contents = (LIMITS.kept_bytes + LIMITS.request_bytes) as usize * 2;
    let most = MOST_BYTES_OF_A_BYTE * request.len() + contents;
    assert!(answer.len() <= most, "{} bytes\n{}", answer.len(), String::from_utf8_lossy(request));
}

/// The `id` of a request; `null` if it can't be read.
fn id(request: &[u8]) -> &str {
    let is_object = request.starts_with(b"{");
    let read = is_object.then(|| serde_json::from_slice::<Request<'_>>(request).ok()).flatten();
    read.and_then(|request| request.id).map_or("null", RawValue::get)
}
