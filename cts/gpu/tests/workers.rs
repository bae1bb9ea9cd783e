//! Processes that run jobs, with a driver that hangs, ends the process, or loses the device when the program tells it to.
//!
//! This program is also the worker: with the argument `worker` it serves.

use libtest_mimic::{Arguments, Failed, Trial};
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use webgpu_model::{Binding, Command, Data, Dispatch, PipelineLayout};
use wgsl_cts_gpu::{AdapterInfo, Job, JobOutcome, JobOutput, Workers, serve_with};

const MOST_TIME: Duration = Duration::from_millis(300);

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    match given.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["worker", choice] => serve(choice),
        _ => libtest_mimic::run(&Arguments::from_args(), trials()).exit_code(),
    }
}

/// Serves with a driver that obeys its programs. If the choice is a file, the process shares a lock of it until its end.
fn serve(choice: &str) -> ExitCode {
    let file = File::open(choice).ok();
    if file.as_ref().is_some_and(|file| file.lock_shared().is_err()) {
        return ExitCode::FAILURE;
    }
    let info = match choice {
        "none" => Err("no adapter found".to_owned()),
        _ => Ok(AdapterInfo {
            name: choice.to_owned(),
            driver: String::new(),
            backend: "vulkan".to_owned(),
            subgroup_sizes: [8; 2],
        }),
    };
    let is_fatal = |job: &Job| job.program == "lose";
    let run = |jobs: &[Job]| match jobs.iter().find(|job| is_fatal(job)) {
        // Jobs of one submission are lost together.
        Some(job) => vec![outcome(job); jobs.len()],
        None => jobs.iter().map(outcome).collect(),
    };
    match serve_with(info, run, &mut io::stdin().lock(), &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

#[allow(clippy::print_stderr, reason = "the last words of a driver")]
fn outcome(job: &Job) -> JobOutcome {
    match job.program.as_str() {
        "hang" => loop {
            std::thread::park();
        },
        "crash" => {
            eprintln!("out of registers");
            std::process::exit(7);
        }
        "lose" => JobOutcome::Lost("the device is gone".to_owned()),
        "process" => ran(&std::process::id().to_string()),
        program => ran(program),
    }
}

fn ran(result: &str) -> JobOutcome {
    let data = Data::Buffer(result.as_bytes().to_vec().into());
    let output = JobOutput { bindings: vec![Binding { group: 0, binding: 0, data }], ..JobOutput::default() };
    JobOutcome::Ran(output)
}

fn job(program: &str) -> Job {
    Job::new(program.to_owned(), Command::Dispatch(Dispatch::default()), PipelineLayout::default())
}

fn start(choice: &str) -> Result<Workers, Failed> {
    let this = std::env::current_exe()?;
    Ok(Workers::start(&this, "worker", Some(choice), MOST_TIME)?)
}

fn trials() -> Vec<Trial> {
    let jobs = |programs: &[&str]| programs.iter().map(|program| job(program)).collect::<Vec<_>>();
    let crashed = || JobOutcome::Crashed("exit status: 7: out of registers".to_owned());
    vec![
        Trial::test("jobs_are_run_and_the_adapter_is_known", move || {
            let workers = start("card")?;
            assert_eq!(workers.info().name.as_str(), "card");
            assert_eq!(workers.run(&jobs(&["a", "b"])), vec![ran("a"), ran("b")]);
            assert_eq!(workers.on_another("other")?.info().name.as_str(), "other");
            Ok(())
        }),
        Trial::test("a_driver_that_ends_the_process_is_an_outcome", move || {
            let workers = start("card")?;
            assert_eq!(workers.run(&jobs(&["crash"])), vec![crashed()]);
            assert_eq!(workers.run(&jobs(&["a"])), vec![ran("a")]);
            Ok(())
        }),
        Trial::test("in_a_batch_only_the_one_to_blame_is_lost", move || {
            let outcomes = start("card")?.run(&jobs(&["a", "crash", "hang", "b"]));
            assert_eq!(outcomes, vec![ran("a"), crashed(), JobOutcome::TimedOut, ran("b")]);
            let outcomes = start("card")?.run(&jobs(&["a", "lose", "b"]));
            let lost = JobOutcome::Lost("the device is gone".to_owned());
            assert_eq!(outcomes, vec![ran("a"), lost, ran("b")]);
            Ok(())
        }),
        Trial::test("a_process_that_hangs_is_ended_and_replaced_once", move || {
            let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("a-process-that-hangs");
            let lock = File::create(&path)?;
            let workers = start(&path.to_string_lossy())?;
            let process = || workers.run(&jobs(&["process"]));
            let first = process();
            assert_eq!(workers.run(&jobs(&["hang"])), vec![JobOutcome::TimedOut]);
            let second = process();
            assert!(matches!((&first[..], &second[..]), ([JobOutcome::Ran(_)], [JobOutcome::Ran(_)])));
            assert_ne!(first, second);
            assert_eq!(process(), second);
            drop(workers);
            // Every process shared the lock until its end.
            Ok(lock.try_lock()?)
        }),
        Trial::test("a_lost_device_is_replaced", move || {
            let workers = start("card")?;
            let lost = JobOutcome::Lost("the device is gone".to_owned());
            assert_eq!(workers.run(&jobs(&["lose"])), vec![lost]);
            assert_eq!(workers.run(&jobs(&["a"])), vec![ran("a")]);
            Ok(())
        }),
        Trial::test("why_there_is_no_adapter_is_told", || match start("none") {
            Ok(workers) => Err(format!("{:?}", workers.info()).into()),
            Err(failed) => {
                assert_eq!(failed.message(), Some("no adapter found"));
                Ok(())
            }
        }),
    ]
}
