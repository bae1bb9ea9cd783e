/** A range of a program. Lines and columns are 1-based; columns count UTF-16 code units, as strings do. */
export interface Place {
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  /** Offset into the UTF-8 form of the program, in bytes. */
  start: number;
  /** Offset after the last byte. */
  end: number;
}

/** A second place that explains a diagnostic. */
export interface Label extends Place {
  text: string;
  /** The rule that a step of a proof rests on. */
  rule?: string;
}

/** One replacement. */
export interface Edit extends Place {
  replacement: string;
}

/** A change that fixes what a diagnostic reports. */
export interface Suggestion {
  text: string;
  /** `safe` if a tool may apply it without asking. */
  applicability: "safe" | "unsafe";
  edits: Edit[];
}

/** An error, a warning or a piece of information about a program. */
export interface Diagnostic extends Place {
  /** The family of the rule: `type/no-matching-overload`. `explain` explains it. */
  code: string;
  severity: "error" | "warning" | "info";
  message: string;
  /** For a Metal program, the path of the header that the place is in. */
  file?: string;
  /** The label of the place itself. */
  label?: string;
  /** The broken rule, and rarely a second rule with the same requirement. */
  rules: string[];
  /** The places of these rules in <https://www.w3.org/TR/WGSL/>; for Metal, numbers of sections. */
  anchors: string[];
  labels: Label[];
  notes: string[];
  suggestion?: Suggestion;
}

/** The result of checking a program. */
export interface Diagnostics {
  /** True if the program is accepted: no diagnostic is an error. */
  ok: boolean;
  /** Sorted by place. */
  diagnostics: Diagnostic[];
  /** Why the program could not be checked as a whole. */
  incomplete?: string;
  /** The kernels of a C++ AMP program that `translate` takes. */
  kernels?: string[];
}

/** The settings of a WGSL program. */
export interface Options {
  language?: "wgsl";
  edition?: "current" | "2022-04-11";
  /** `text` (default), `portable`, `tint` (`chrome`), `naga` (`firefox`) or `webkit` (`safari`), with adjustments: `portable,+f16`. */
  target?: string;
}

/** The settings of a program in the Metal Shading Language. */
export interface MetalOptions {
  language: "metal";
  /** Version and platform: `osx-metal2.2` (default), `ios-metal2.0`, `metal3.1`, ... */
  std?: string;
  /** Macros by name. */
  defines?: Record<string, string>;
  /** The contents of the files that the program may include, by path. */
  headers?: Record<string, string>;
}

/** The settings of a program in C++ AMP. */
export interface AmpOptions {
  language: "amp";
  /** Macros by name. */
  defines?: Record<string, string>;
  /** The contents of the files that the program may include, by path. */
  headers?: Record<string, string>;
}

/** The settings of a multi-file program. */
export interface ExpandOptions extends Options {
  /** The path of the program: `main.wesl` by default. */
  path?: string;
  /** The contents of the other files, by path. */
  files?: Record<string, string>;
  /** The names that conditions use. */
  defines?: Record<string, string>;
}

export interface Expansion extends Diagnostics {
  /** The program with imports and conditions resolved. */
  wgsl: string;
  /** The parts of the program that come from files, as byte offsets. */
  pieces: { start: number; end: number; file: string; origin_start: number; origin_end: number; copy: boolean }[];
}

export interface TranslateOptions extends Omit<MetalOptions, "language"> {
  /** `metal` by default. */
  language?: "metal" | "amp";
  /** The function, or the kernel of a C++ AMP program; required if there are several. */
  entry_point?: string;
  /** The threads of a threadgroup: 64 × 1 × 1 by default. */
  threadgroup_size?: [number, number, number];
}

export interface Translation {
  wgsl: string;
  entry_point: string;
  /** The resources. Memory of the workgroup has no group. */
  bindings: { metal_name: string; name: string; group?: number; binding?: number }[];
  /** Sentences for the host that runs the program. */
  notes: string[];
  /** For each line of the WGSL, the place in the Metal program that it comes from. */
  lines: Place[];
}

export type Stage = "vertex" | "fragment" | "compute";

export interface PipelineOptions extends Options {
  stage?: Stage;
  /** Needed if the stage has more than one. */
  entry_point?: string;
  /** Values of overrides by `@id`, or by name. */
  constants?: Record<string, number | "nan" | "inf" | "-inf">;
}

/** The layout of a value's bytes: arrays, from the outermost to the innermost, of numbers or of a structure. */
export type Shape = {
  /** `count` is null if the buffer or an override decides; `stride` is in bytes. */
  arrays: { count: number | null; stride: number }[];
} & (
  | { structure: string }
  | {
      scalar: string;
      /** Components of a vector or a column, or 1. */
      rows: number;
      /** Columns of a matrix, or 1. */
      columns: number;
      /** Bytes from one column to the next. */
      column_stride: number;
    }
);

export interface Member {
  name: string;
  type: string;
  offset: number;
  align: number;
  size: number;
  stride?: number;
  padding_before: number;
  shape?: Shape;
}

export interface Structure {
  name: string;
  align: number;
  /** Includes one element of a runtime-sized array at the end. */
  size: number;
  runtime_sized: boolean;
  host_shareable: boolean;
  members: Member[];
  padding_at_end: number;
}

export interface Resource {
  name: string;
  group: number;
  binding: number;
  type: string;
  space?: "uniform" | "storage";
  access?: "read" | "write" | "read_write";
  /** The minimum size of a buffer. */
  size?: number;
  shape?: Shape;
}

/** Sizes and offsets in bytes. */
export interface Layout {
  structs: Structure[];
  resources: Resource[];
}

/** A structure or union of a Metal program. */
export interface MetalStructure {
  name: string;
  align: number;
  size: number;
  union: boolean;
  members: { name: string; type: string; offset: number; align: number; size: number; padding_before: number }[];
  padding_at_end: number;
}

/** Sizes and offsets in bytes. */
export interface MetalLayout {
  structs: MetalStructure[];
}

/** A number in an attribute, or an expression of function constants. */
export type MetalIndex = number | string;

/** A buffer, texture or sampler of a Metal function, an array of them, or threadgroup memory. */
export interface MetalResource {
  name: string;
  kind: "buffer" | "texture" | "sampler" | "threadgroup";
  index: MetalIndex;
  /** The number of indices that it takes. */
  count: number;
  type: string;
  space?: string;
  access?: "sample" | "read" | "write" | "read_write";
  /** The size of what a buffer refers to: of one element. */
  size?: number;
  /** The function constant without which it does not exist. */
  condition?: string;
}

/** An input or output of a Metal function. */
export type MetalDatum = { name?: string; type: string; condition?: string } & (
  | { builtin: string }
  | { attribute: MetalIndex }
  | { control_points: true }
  | { color: MetalIndex; source: number }
  | { depth: string }
  | { varying?: string; user: boolean; interpolation?: string }
);

export interface MetalEntryPoint {
  name: string;
  stage: "kernel" | "vertex" | "fragment" | "object" | "mesh";
  max_total_threads_per_threadgroup?: number;
  patch?: { kind: "quad" | "triangle"; control_points?: number };
  early_fragment_tests?: true;
  resources: MetalResource[];
  inputs: MetalDatum[];
  outputs: MetalDatum[];
}

/** The interface of a Metal program for its host. */
export interface MetalReflection {
  schema: number;
  function_constants: { index: number; name: string; type: string }[];
  entry_points: MetalEntryPoint[];
  structs: MetalStructure[];
}

/** The invocations of a workgroup along one axis. */
export interface WorkgroupCount {
  /** Computed with the default values of overrides. Absent if it depends on an override without a default. */
  value?: number;
  /** The source text, if the value depends on overrides. */
  expression?: string;
  overrides?: string[];
}

/** An input or output of an entry point. */
export interface Datum {
  name?: string;
  type: string;
  builtin?: string;
  location?: number;
  blend_src?: number;
  interpolation?: { type: "perspective" | "linear" | "flat"; sampling: string };
}

export interface EntryPoint {
  name: string;
  stage: Stage;
  /** Along x, y and z, of a compute shader. */
  workgroup_size?: [WorkgroupCount, WorkgroupCount, WorkgroupCount];
  /** The size in bytes of its variables in the workgroup address space. */
  workgroup_bytes?: number;
  /** The names of the resources that it statically accesses. */
  resources: string[];
  /** The names of the overrides that it statically accesses. */
  overrides: string[];
  uses_immediates: boolean;
  inputs: Datum[];
  outputs: Datum[];
}

export interface Override {
  name: string;
  /** The key of the override in `constants`; an override without an id uses its name. */
  id?: number;
  type: string;
  /** True if a pipeline that accesses it must set its value. */
  required: boolean;
  default?: number | boolean;
  expression?: string;
}

/** The interface of a program for its host. The members of `resources` depend on their kind: docs/json-schema/reflection.schema.json. */
export interface Reflection {
  schema: number;
  entry_points: EntryPoint[];
  overrides: Override[];
  resources: ({ name: string; group: number; binding: number; type: string; kind: string; shape?: Shape } & Record<string, unknown>)[];
  structs: Structure[];
  enable_extensions: string[];
  language_extensions: string[];
}

export interface Explanation {
  name: string;
  kind: "code" | "rule";
  /** The title of a code, or the requirement of a rule. */
  sentence: string;
  code?: string;
  rules?: string[];
  sections: { anchor: string; title: string; url: string }[];
  example?: { wrong: string; right: string };
  /** The whole explanation as readable text. */
  text: string;
}

export type Binding = { group: number; binding: number } & (
  | { kind: "uniform" | "storage" | "read-only-storage"; data_base64: string }
  | {
      kind: "texture" | "storage-texture";
      dimension?: "1d" | "2d" | "2d-array" | "3d" | "cube" | "cube-array";
      format: string;
      size: number[];
      mips?: number;
      samples?: 1 | 4;
      swizzle?: string;
      data_base64?: string;
    }
  | {
      kind: "sampler";
      address_modes?: ("clamp-to-edge" | "repeat" | "mirror-repeat")[];
      mag_filter?: "nearest" | "linear";
      min_filter?: "nearest" | "linear";
      mipmap_filter?: "nearest" | "linear";
      lod_min_clamp?: number;
      lod_max_clamp?: number;
      compare?: "never" | "less" | "equal" | "less-equal" | "greater" | "not-equal" | "greater-equal" | "always";
    }
);

export interface RunOptions extends Omit<PipelineOptions, "stage"> {
  /** 1 along each axis by default. */
  workgroups?: [number, number, number];
  bindings?: Binding[];
  immediates_base64?: string;
  /** Report faults: events after which a different implementation may have different results. */
  strict?: boolean;
  integer_overflow?: boolean;
  /** With `strict`, don't rely on workgroup memory that starts as zero: hosts can turn this off. */
  undefined_workgroup_memory?: boolean;
  /** With `strict`, also results whose error is not bounded, such as `sin(1000.0)`; true by default. */
  accuracy_limits?: boolean;
  /** Also executes a dispatch in so many other orders of its invocations. */
  sweep?: number;
  beyond?: "clamp" | "discard";
  subgroup_size?: number;
  /** Steps after which the execution is stopped; 10^9 are seconds. */
  fuel?: number;
  seed?: number;
}

/** A dispatch whose values are looked at: of a WGSL program, of a WESL program with its files, or of a Metal kernel, which is translated to WGSL. */
export interface LookOptions extends Omit<RunOptions, "language" | "sweep"> {
  language?: "wgsl" | "metal";
  /** The name of the program in answers: `main.wgsl` by default. With the extension `.wesl`, or with `files` or `defines`, it is WESL. */
  path?: string;
  /** The contents of the other files of a WESL program, by path. */
  files?: Record<string, string>;
  /** The names that conditions use, or the macros of a Metal program. */
  defines?: Record<string, string>;
  /** The version and platform of a Metal program. */
  std?: string;
  /** The contents of the files that a Metal program may include, by path. */
  headers?: Record<string, string>;
  /** The threads of a threadgroup of a Metal kernel: 64 × 1 × 1 by default. */
  threadgroup_size?: [number, number, number];
}

export interface TraceOptions extends LookOptions {
  /** Expressions that are shown before the first statement on a line, of the program or of a different file. */
  expressions?: { expression: string; line: number; file?: string }[];
  /** Shows only invocations for which this expression is true: `gid.x == 3`. */
  where?: string;
}

export interface Trace {
  /** In the order of execution. */
  values: {
    file: string;
    line: number;
    expression: string;
    /** The global, local and workgroup id, and the number of the invocation in its workgroup. */
    invocation: { gid: [number, number, number]; lid: [number, number, number]; wid: [number, number, number]; lane: number };
    /** Vectors and arrays are lists, structures are objects. Numbers that JSON lacks are strings. */
    value: unknown;
    /** The value as the program writes it. */
    text: string;
    /** Whether the expression accesses memory beyond its end. */
    out_of_bounds?: true;
  }[];
  /** Whether there are more values. */
  cut?: true;
  /** The comments whose expressions are not shown, and why. */
  warnings: { file: string; line: number; message: string }[];
}

export interface Fault extends Place {
  kind:
    | "out-of-bounds"
    | "data-race"
    | "unordered-atomics"
    | "uninitialized-read"
    | "non-uniform-barrier"
    | "non-uniform-operation"
    | "inactive-invocation"
    | "integer-overflow"
    | "division-by-zero"
    | "shift-too-far"
    | "conversion-out-of-range"
    | "indeterminate-float"
    | "unbounded-error"
    | "unbounded-loop"
    | "schedule-dependent";
  message: string;
  /** The first occurrence. */
  workgroup: number;
  invocation: number;
  /** For a data race: the other access, unless its place is the same. */
  labels: Label[];
  notes: string[];
}

export interface Written {
  group: number;
  binding: number;
  data_base64: string;
}

export interface Outcome {
  /** The contents of the resources that the program may write. */
  bindings: Written[];
  faults: Fault[];
  /** With `sweep`: what was executed, and the first difference. */
  sweep?: Sweep;
}

export interface Sweep {
  executions: number;
  /** Whether these are all orders that can make a difference. */
  complete: boolean;
  /** The number of words whose accesses are not ordered. */
  contended_words: number;
  subgroup_sizes: number[];
  difference?: Difference;
}

export interface Difference {
  /** The first word that differs; missing if one of the executions does not end. */
  group?: number;
  binding?: number;
  offset?: number;
  values?: [string, string];
  /** Two orders of accesses to the word that decides. */
  orders: [Turn[], Turn[]];
}

export interface Turn extends Place {
  workgroup: number;
  invocation: number;
  /** The value that it reads. */
  before?: string;
  /** The value that it writes. */
  after?: string;
  /** Present if it is an exchange that fails although the values are equal. */
  fails?: true;
}

/** A request was not carried out: the program is rejected, a resource does not fit, or the execution was stopped. */
export class Refused extends Error {
  stage: "protocol" | "shader-creation" | "pipeline-creation" | "execution" | "unsupported" | "internal" | "limit";
  /** Present if the program is rejected. */
  diagnostics?: Diagnostic[];
  place?: Place;
}

/**
 * A request needed more memory or stack than the module has: its stage is `limit`. The next request runs in a new instance of the module, without
 * the contents that earlier requests kept.
 */
export class LimitExceeded extends Refused {
  stage: "limit";
}

/** The validator and the reference executor. Its methods throw `Refused`. Programs are USVStrings: U+FFFD replaces unpaired surrogates. */
export class Checker {
  private constructor();
  /** Checks a program as `createShaderModule` does, or as a Metal compiler. */
  validate(source: string, options?: Options | MetalOptions | AmpOptions): Diagnostics;
  /** Checks a program, and the declarations that one of its entry points uses with values for overrides. */
  pipeline(wgsl: string, options?: PipelineOptions): Diagnostics;
  /** Returns the sizes and offsets of the structures and resources of an accepted program. */
  layout(source: string, options: MetalOptions): MetalLayout;
  layout(source: string, options?: Options): Layout;
  /** Returns the entry points, overrides, resources and structures of an accepted program. */
  reflect(source: string, options: MetalOptions): MetalReflection;
  reflect(source: string, options?: Options): Reflection;
  /** Makes one program in plain WGSL of a file and the files that it imports, and checks it. */
  expand(wgsl: string, options?: ExpandOptions): Expansion;
  /** Translates a function of a Metal program, and what it calls, to WGSL. */
  translate(source: string, options?: TranslateOptions): Translation;
  /** Explains a code or a rule. */
  explain(name: string, options?: { language?: "wgsl" | "metal" | "amp" }): Explanation;
  /** Runs a dispatch. */
  run(wgsl: string, options?: RunOptions): Outcome;
  /** Runs a dispatch, and returns the values of expressions and of comments `// wgsl-check: print(expression)`. */
  trace(source: string, options?: TraceOptions): Trace;
  /** Runs a render pass. docs/PROTOCOL.md describes the members of the request and the answer. */
  draw(wgsl: string, options: Options & Record<string, unknown>): Outcome & Record<string, unknown>;
  /** Sends any request of the machine protocol and returns its answer without `id`, also where other methods throw `Refused`. */
  ask(request: Record<string, unknown>): Record<string, unknown>;
}

/** A message of the Language Server Protocol. */
export interface Message {
  jsonrpc: "2.0";
  id?: number | string | null;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

/**
 * The language server, for hosts that pass on its messages. It checks documents with the open documents that they import. Call `load` first.
 * After `LimitExceeded` its documents are lost, and the client must begin again with `initialize`.
 */
export class LanguageServer {
  constructor();
  /** Takes a message of the client, and returns the messages that the server sends in turn. */
  receive(message: Message): Message[];
}

/** A message of the Debug Adapter Protocol. */
export interface DebugMessage {
  seq: number;
  type: "request" | "response" | "event";
  command?: string;
  arguments?: unknown;
  event?: string;
  request_seq?: number;
  success?: boolean;
  message?: string;
  body?: any;
}

/** The attributes of a launch request. */
export interface LaunchAttributes extends LookOptions {
  /** The program. */
  wgsl: string;
  /** The number of the workgroup whose invocations are the threads; 0 by default. */
  workgroup?: number;
  stopOnEntry?: boolean;
  noDebug?: boolean;
}

/**
 * The debugger of compute shaders, for hosts that pass on the messages of the Debug Adapter Protocol: `initialize`, `launch` with `LaunchAttributes`,
 * `setBreakpoints`, `configurationDone`, and so on. The paths of sources are the names of files in the launch request. Call `load` first. After
 * `LimitExceeded` the program is lost, and the client must begin again.
 */
export class Debugger {
  constructor();
  /** Takes a request of the client, and returns the response and the events after it. */
  receive(message: DebugMessage): DebugMessage[];
}

/** Loads the module from its own directory, from a URL or response, or from bytes. */
export function load(
  source?: string | URL | Request | Response | Promise<Response> | ArrayBuffer | ArrayBufferView | WebAssembly.Module,
): Promise<Checker>;

/** Returns the index at which each line of a program starts. Line breaks are the WGSL line breaks. */
export function lineStarts(text: string): number[];

/** Returns the start and end index of a place in a string. `starts` is the result of `lineStarts`. */
export function range(place: Place, starts: number[]): { from: number; to: number };

/** Returns the program with suggestions applied. A suggestion that overlaps an earlier one is skipped as a whole. */
export function fix(text: string, suggestions: Iterable<Suggestion>): string;
/** @deprecated Renamed to `fix`. */
export { fix as mend };

export function toBase64(data: ArrayBuffer | ArrayBufferView): string;
export function fromBase64(text: string): Uint8Array;
