//! What keeps one input from ending the run over all: threads with a large stack, and panics that end one piece of work.
//!
//! Every front end counts depth and work, so neither is expected to be needed. They are the second line of defence: a defect in one of them costs
//! the result of one file, and the others are printed.

use crate::files::Failure;
use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// The stack, in bytes, of every thread that reads programs. It is reserved, not used: only pages that were touched take memory.
const STACK: usize = 64 << 20;

/// Gives the threads that check files a large stack. The first caller decides; without threads of its own the pool would have the usual stack.
pub(crate) fn large_stacks() {
    // An error means that the pool exists already, or that the system has no threads to give: the pool is then tried again when it is used.
    let _ = pool().build_global();
}

fn pool() -> rayon::ThreadPoolBuilder {
    rayon::ThreadPoolBuilder::new().stack_size(STACK)
}

/// Runs the command on a thread with a large stack: the main thread has 1 MiB on some systems.
///
/// # Errors
/// The system gives no thread, or the command panics.
pub(crate) fn on_large_stack<T: Send>(run: impl FnOnce() -> io::Result<T> + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let thread =
            thread::Builder::new().name("main".to_owned()).stack_size(STACK).spawn_scoped(scope, run)?;
        thread.join().unwrap_or_else(|panic| Err(io::Error::other(internal_error(panic.as_ref()))))
    })
}

/// Works on a file. A panic becomes the reason why it could not be checked: what the work was about to change must not be used any more.
pub(crate) fn guarded<T>(
    name: impl FnOnce() -> String,
    work: impl FnOnce() -> Result<T, Failure>,
) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|panic| Err(Failure { name: name(), message: internal_error(panic.as_ref()) }))
}

fn internal_error(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    let words =
        words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message");
    format!("internal error: {words}; please report this with the file")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;

    #[test]
    fn a_panic_costs_the_result_of_one_file() {
        let one = |name: &'static str| {
            let work = || if name == "b" { panic!("index 7") } else { Ok(name) };
            guarded(|| name.to_owned(), work)
        };
        let all: Vec<Result<&str, Failure>> = vec!["a", "b", "c"].into_par_iter().map(one).collect();
        let message = "internal error: index 7; please report this with the file".to_owned();
        assert_eq!(all, [Ok("a"), Err(Failure { name: "b".to_owned(), message }), Ok("c")]);
    }

    #[test]
    fn a_panic_of_a_command_is_an_error() {
        let failed = on_large_stack(|| -> io::Result<()> { panic!("at all") });
        assert!(failed.is_err_and(|error| error.to_string().starts_with("internal error: at all")));
    }

    /// The usual stack of a thread has 2 MiB.
    #[test]
    fn stacks_are_large() {
        fn deep(levels: usize) -> usize {
            let page = std::hint::black_box([levels; 512]);
            if levels == 0 { 0 } else { std::hint::black_box(deep(levels - 1)) + usize::from(page[0] > 0) }
        }
        assert_eq!(on_large_stack(|| Ok(deep(2_000))).expect("no error"), 2_000);
        // A pool of its own: a different test may have made the shared one.
        let pool = pool().num_threads(1).build().expect("a thread");
        assert_eq!(pool.install(|| deep(2_000)), 2_000);
    }
}
