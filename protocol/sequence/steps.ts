import { textOf } from "../located.ts";
import {
  branchPoint,
  fragmentsOf,
  type LocatedFragment,
  type LocatedMessage,
  messagesOf,
  rejoinPoint,
} from "./lookup.ts";

/** A step of a scenario as it is drawn: a message, or a frame around the steps of its operands. */
export type Step = MessageStep | FrameStep;

/** A message. */
export interface MessageStep {
  /** Tells it apart from frames. */
  readonly is: "message";
  /** The message; it is an object. */
  readonly message: LocatedMessage & { readonly value: NonNullable<LocatedMessage["value"]> };
}

/** Fragments that branch at one point. */
export interface FrameStep {
  /** Tells it apart from messages. */
  readonly is: "frame";
  /** The kind: `alt`, `opt`, `loop`, `par`, `break`, `critical`, or an unknown one. */
  readonly kind: string;
  /** The operands: one, or several of `alt` and `par`. */
  readonly operands: readonly Operand[];
}

/** One way through a frame. */
export interface Operand {
  /** The condition. */
  readonly label: string;
  /** The fragment; `undefined` for the messages that an alternative replaces. */
  readonly fragment: LocatedFragment | undefined;
  /** Its steps. */
  readonly steps: readonly Step[];
}

/** The label of the messages that an alternative replaces. */
export const AS_WRITTEN = "as written";

/**
 * The steps of a scenario, with fragments as frames where they branch. Alternatives that replace the same messages are
 * operands of one frame, whose last operand holds these messages.
 */
export function stepsOf(def: unknown): Step[] {
  return pathSteps(def, undefined);
}

/** Alternatives below so many others are drawn beside the messages that they replace. */
const DEEPEST = 100;

function pathSteps(def: unknown, around: LocatedFragment | undefined): Step[] {
  const messages = messagesOf(def, around);
  const fragments = Map.groupBy(fragmentsOf(def, around), branchPoint);
  return stepsBetween({ def, messages, fragments }, 0, messages.length, new Set(), 0);
}

/** The main path, or that of a fragment. */
interface Path {
  readonly def: unknown;
  readonly messages: readonly LocatedMessage[];
  /** The fragments by the points where they branch. */
  readonly fragments: ReadonlyMap<number, readonly LocatedFragment[]>;
}

/**
 * The steps from one point of a path to another.
 *
 * @param done The fragments that are drawn already.
 * @param depth The number of alternatives around.
 */
function stepsBetween(
  path: Path,
  begin: number,
  end: number,
  done: ReadonlySet<LocatedFragment>,
  depth: number,
): Step[] {
  const { def, messages, fragments } = path;
  const last = messages.length;
  const steps: Step[] = [];
  const seen = new Set(done);
  const isAlternative = (one: LocatedFragment) => depth < DEEPEST && replaces(one);
  for (let point = begin;;) {
    // What branches at the end of a part of the path is drawn after it.
    const isElsewhere = point === end && end < last;
    const here = isElsewhere ? [] : (fragments.get(point) ?? []).filter((one) => !seen.has(one));
    const [alternatives, others] = [here.filter(isAlternative), here.filter((one) => !isAlternative(one))];
    for (const frame of plainFrames(def, others)) steps.push(frame);
    for (const one of others) seen.add(one);
    if (alternatives.length > 0) {
      const stopOf = (one: LocatedFragment) => Math.min(end, rejoinPoint(one) ?? last);
      const stop = largest(alternatives.map(stopOf), point);
      const group = alternatives.filter((one) => stopOf(one) === stop);
      for (const one of group) seen.add(one);
      const rest = stepsBetween(path, point, stop, seen, depth + 1);
      const written = { label: AS_WRITTEN, fragment: undefined, steps: rest };
      const operands = [...group.map((one) => operandOf(def, one)), ...(rest.length > 0 ? [written] : [])];
      steps.push({ is: "frame", kind: "alt", operands });
      for (const one of alternatives) seen.add(one);
      if (stop === last) return steps;
      point = stop;
      continue;
    }
    if (point >= end) return steps;
    const message = messages[point++];
    if (message?.value) steps.push({ is: "message", message: { ...message, value: message.value } });
  }
}

/** True for a fragment that goes on instead of messages of the path around it. */
function replaces({ value }: LocatedFragment): boolean {
  return value.kind === "alt" || (value.kind === "break" && value.until !== undefined);
}

/** A frame for each fragment; `par` fragments at one point are operands of one. */
function plainFrames(def: unknown, fragments: readonly LocatedFragment[]): FrameStep[] {
  const frames: { is: "frame"; kind: string; operands: Operand[] }[] = [];
  const parallel = { is: "frame" as const, kind: "par", operands: [] as Operand[] };
  for (const fragment of fragments) {
    const operand = operandOf(def, fragment);
    const kind = textOf(fragment.value.kind);
    if (kind !== "par") frames.push({ is: "frame", kind, operands: [operand] });
    else {
      if (parallel.operands.length === 0) frames.push(parallel);
      parallel.operands.push(operand);
    }
  }
  return frames;
}

function operandOf(def: unknown, fragment: LocatedFragment): Operand {
  return { label: textOf(fragment.value.label), fragment, steps: pathSteps(def, fragment) };
}
/** The largest of a list of any length; `least` when there is none that is larger. */
export function largest(values: readonly number[], least: number): number {
  return values.reduce((most, value) => Math.max(most, value), least);
}

/** The steps between some participants: messages keep their addresses, and operands without steps are left out. */
export function stepsAmong(steps: readonly Step[], names: ReadonlySet<string>): Step[] {
  return steps.flatMap((step): Step[] => {
    if (step.is === "message") {
      const { from, to } = step.message.value;
      return names.has(textOf(from)) && names.has(textOf(to)) ? [step] : [];
    }
    const operands = step.operands.map((operand) => ({ ...operand, steps: stepsAmong(operand.steps, names) }))
      .filter(({ steps }) => steps.length > 0);
    return operands.length === 0 ? [] : [{ ...step, operands }];
  });
}
