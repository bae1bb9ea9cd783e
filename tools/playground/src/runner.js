// Carries out runs: one request, or a frame after the other for programs with inputs that follow the clock.

import { RemoteChecker } from "./checker.js";
import { Failure } from "./failure.js";

export class Runner {
  /** Not the checker of the diagnostics: a long run must not delay them. */
  #checker = new RemoteChecker();
  /** The number of the run, so that a frame of an earlier run is not shown. */
  #run = 0;
  #isBusy = false;
  /** True once the run has shown its first frame: all later ones are as short. */
  #isShown = false;
  #isTracing = false;

  /** `settled` is called when a run ends. */
  constructor(panel, settled) {
    Object.assign(this, { panel, settled });
  }

  get isBusy() {
    return this.#isBusy;
  }

  /** Returns true while frames follow each other, and before the first one: an edit may have made it endless. */
  get isLive() {
    return this.#isBusy && this.panel.isLive;
  }

  /** Ends the run in progress. */
  stop() {
    this.#run += 1;
    if (this.#isTracing) {
      this.#isTracing = false;
      this.#checker.stop();
    }
    if (!this.#isBusy) return;
    this.#isBusy = false;
    if (!this.#isShown) this.#checker.stop();
    this.settled();
  }

  /** Runs a program. `shown` is called with the outcome of the first frame. */
  async start(wgsl, options, shown) {
    this.stop();
    const [run, { panel }] = [this.#run, this];
    this.#isBusy = true;
    this.#isShown = false;
    panel.begin();
    panel.wait();
    try {
      await this.#first(wgsl, options, shown, () => run === this.#run);
      while (run === this.#run && panel.isLive) await this.#next(wgsl, options, () => run === this.#run);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (run === this.#run || error.stage === "stopped") panel.fail(error);
    }
    if (run !== this.#run) return;
    this.#isBusy = false;
    this.settled();
  }

  /** Returns the traced values of a program; `null` if the run has been stopped. */
  async trace(text, options) {
    const run = this.#run;
    this.#isTracing = true;
    const found = await this.#checker.ask("trace", text, options).catch((error) => ({ values: [], warnings: [], message: error.message }));
    if (run !== this.#run) return null;
    this.#isTracing = false;
    return found;
  }

  async #ask(wgsl, options, strict) {
    const request = this.panel.request();
    request.members.strict &&= strict;
    const began = performance.now();
    const outcome = await this.#checker.ask(request.op, wgsl, { ...request.members, ...options });
    return { request, outcome, milliseconds: performance.now() - began };
  }

  async #first(wgsl, options, shown, isCurrent) {
    const { request, outcome, milliseconds } = await this.#ask(wgsl, options, true);
    if (!isCurrent()) return;
    this.#isShown = true;
    shown(request, outcome, milliseconds);
  }

  /** Runs and shows the next frame. Faults were reported for the first one: later frames are not strict, which is faster. */
  async #next(wgsl, options, isCurrent) {
    const now = await new Promise((drawn) => requestAnimationFrame(drawn));
    if (!isCurrent()) return;
    this.panel.clock.tick(now);
    const { outcome, milliseconds } = await this.#ask(wgsl, options, false);
    if (isCurrent()) this.panel.frame(outcome, milliseconds);
  }
}
