//! The work that templates ask for, in one budget for a program.
//!
//! A few lines can ask for any number of instances: a template that uses itself twice with other arguments doubles them at every level, so a
//! limit on levels alone bounds nothing. Uses of templates, and all that is checked inside of them, are counted. At the limit no template is
//! instantiated any more, which is reported once for the program.

use super::Checker;
use msl_spec::{Rule, rules};
use shader_source::Span;

/// How deep templates may use each other, so that checking them inside of each other fits the stack.
const MOST_LEVELS: u32 = 64;

/// The expressions, statements, types and instances that may be checked because templates are used. A library of kernels with hundreds of
/// instances takes a tenth; this many take seconds and some hundred megabytes.
const MOST_WORK: u32 = 1 << 21;

/// The work of an instance in addition to its parts: its scopes, its signature and its place among the others.
const INSTANCE: u32 = 8;

/// The work that was done, and whether it was too much.
#[derive(Default, Debug)]
pub(super) struct TemplateWork {
    done: u32,
    is_exhausted: bool,
    /// Whether a diagnostic says that something is too deep or too long.
    pub(super) has_limits: bool,
}

impl Checker<'_> {
    /// Counts an expression, a statement or a type, if it is checked inside of a template.
    pub(super) const fn count_in_template(&mut self) {
        if self.levels > 0 {
            self.template_work.done = self.template_work.done.saturating_add(1);
        }
    }

    /// Counts the use of a template with arguments.
    pub(super) fn count_instance(&mut self) {
        shader_source::steps::take(1);
        self.template_work.done = self.template_work.done.saturating_add(INSTANCE);
    }

    /// Returns true if a template may be used with arguments here. Reports the place otherwise.
    pub(super) fn may_instantiate(&mut self, span: Span) -> bool {
        if !self.has_template_work(span) {
            return false;
        }
        let is_shallow = self.levels < MOST_LEVELS;
        if !is_shallow {
            self.report_limit(rules::UNSUPPORTED_NESTING, span, "templates are nested too deeply");
        }
        is_shallow
    }

    /// Returns true if there is work left for templates. Reports the first place without.
    pub(super) fn has_template_work(&mut self, span: Span) -> bool {
        if self.template_work.done <= MOST_WORK {
            return true;
        }
        if !core::mem::replace(&mut self.template_work.is_exhausted, true) {
            let message = "template instantiation limit reached: instantiate fewer templates, or end their recursion earlier";
            self.report_limit(rules::UNSUPPORTED_TEMPLATE, span, message);
        }
        self.has_failed |= self.is_attempt;
        false
    }

    /// Reports a limit once at each place. An attempt reports it, too: without, the program might be accepted because a different function is chosen.
    pub(super) fn report_limit(&mut self, rule: &'static Rule, span: Span, message: &str) {
        let is_attempt = core::mem::replace(&mut self.is_attempt, false);
        // The attempt fails although the program may be right.
        self.template_work.is_exhausted |= is_attempt;
        self.error_once(rule, span, message);
        self.is_attempt = is_attempt;
        self.has_failed |= is_attempt;
    }

    /// Returns true if a limit of templates was reported because of a template with its name here.
    pub(super) fn reports_limit_of_templates(&self, span: Span) -> bool {
        let is_deep =
            self.levels >= MOST_LEVELS && self.reported.contains(&(rules::UNSUPPORTED_NESTING, span));
        // Packs that are too long have no copies.
        let is_long = self.reported.contains(&(rules::UNSUPPORTED_TEMPLATE, span));
        self.template_work.is_exhausted || is_deep || is_long
    }
}
