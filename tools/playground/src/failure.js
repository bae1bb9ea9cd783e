/** The error of a request that failed, or whose worker ended before it answered. */
export class Failure extends Error {
  constructor({ stage, message, diagnostics, place }) {
    super(message);
    Object.assign(this, { stage, diagnostics, place });
  }
}
