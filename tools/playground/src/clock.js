// Values that change while a program is shown: time, frame, mouse and resolution.

/** The values by the names of variables and members that have them. */
const NAMES = {
  time: "time",
  delta: "delta",
  frame: "frame",
  mouse: "mouse",
  pointer: "mouse",
  resolution: "resolution",
};
const COMPONENTS = "xyzw";

export class Clock {
  time = 0;
  delta = 0;
  frame = 0;
  /** Position in pixels from the upper left corner, and whether a button is down. */
  mouse = [0, 0, 0, 0];
  /** Width and height in pixels. */
  resolution = [0, 0, 1, 0];

  /** Goes to the next frame, at a time in milliseconds. */
  tick(now) {
    this.began ??= now;
    const time = (now - this.began) / 1000;
    [this.delta, this.time] = [time - this.time, time];
    this.frame += 1;
  }
}

/** Returns the value of a number at a path such as `mouse.x`; `undefined` for any other path. */
export function valueAt(clock, path) {
  const [last, before] = path.split(".").reverse();
  const component = last.length === 1 && before ? COMPONENTS.indexOf(last) : -1;
  const value = clock[NAMES[component < 0 ? last : before]];
  return Array.isArray(value) ? value[Math.max(0, component)] : value;
}
