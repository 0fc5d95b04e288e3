import type { SqdFragment, SqdMessage } from "../types.ts";
import { AS_WRITTEN } from "../steps.ts";

/** The messages of a path with the fragments that branch from it, while they are read. */
export interface DraftPath {
  readonly messages: SqdMessage[];
  readonly fragments: SqdFragment[];
}

/** One way through a block. */
export interface DraftOperand {
  readonly label: string;
  readonly path: DraftPath;
}

/** A path without messages. */
export function emptyPath(): DraftPath {
  return { messages: [], fragments: [] };
}

/**
 * Puts a block at the end of a path: fragments for its operands, and for alternatives the one that stays as written.
 *
 * @returns The sentence about a condition that has no place; undefined when none was lost.
 */
export function addBlock(
  into: DraftPath,
  kind: SqdFragment["kind"],
  operands: readonly DraftOperand[],
): string | undefined {
  const after = into.messages.length;
  const [first, ...others] = operands;
  if (first === undefined) return undefined;
  if (kind === "alt" && others.length > 0) return addAlternatives(into, operands);
  if (kind === "critical") {
    const options = others.map(({ label, path }) => fragmentOf("alt", label, 0, path));
    const inner = { messages: first.path.messages, fragments: [...first.path.fragments, ...options] };
    into.fragments.push(fragmentOf("critical", first.label, after, inner));
    return undefined;
  }
  // One alternative without another may be left out.
  const own = kind === "alt" ? "opt" : kind;
  for (const { label, path } of operands) into.fragments.push(fragmentOf(own, label, after, path));
  return undefined;
}

/** Several alternatives: the one called "as written", else the first, becomes part of the path around them. */
function addAlternatives(into: DraftPath, operands: readonly DraftOperand[]): string | undefined {
  const after = into.messages.length;
  const named = operands.findIndex(({ label }) => label === AS_WRITTEN);
  const index = named < 0 ? 0 : named;
  const written = operands[index];
  const others = operands.filter((_, place) => place !== index);
  // A frame at the begin of the path as written would come before the alternatives.
  const isInlined = written !== undefined && written.path.messages.length > 0 &&
    written.path.fragments.every(({ after: point, kind }) => point > 0 || kind === "alt");
  const until = isInlined ? after + written.path.messages.length : after;
  const alternatives = isInlined ? others : operands;
  for (const { label, path } of alternatives) {
    into.fragments.push({ ...fragmentOf("alt", label, after, path), until });
  }
  if (!isInlined) return undefined;
  into.messages.push(...written.path.messages);
  for (const fragment of written.path.fragments) {
    into.fragments.push({
      ...fragment,
      after: fragment.after + after,
      ...(fragment.until === undefined && fragment.kind === "alt"
        ? { until }
        : fragment.until === undefined
        ? {}
        : { until: fragment.until + after }),
    });
  }
  const { label } = written;
  if (label === "" || label === AS_WRITTEN) return undefined;
  return `The alternative "${label}" became the path as written, which has no condition.`;
}

/** Appends a path to another one. */
export function moveInto(into: DraftPath, { messages, fragments }: DraftPath): void {
  const shift = into.messages.length;
  for (const fragment of fragments) {
    const until = fragment.until === undefined ? {} : { until: fragment.until + shift };
    into.fragments.push({ ...fragment, after: fragment.after + shift, ...until });
  }
  into.messages.push(...messages);
}

function fragmentOf(kind: SqdFragment["kind"], label: string, after: number, path: DraftPath): SqdFragment {
  const { messages, fragments } = endedPath(path);
  return { kind, label, after, messages, ...(fragments.length > 0 ? { fragments } : {}) };
}

/** A path that is read to its end: alternatives that go on behind its last message end it. */
export function endedPath({ messages, fragments }: DraftPath): DraftPath {
  return {
    messages,
    fragments: fragments.map((fragment) => {
      if (fragment.until !== messages.length || fragment.until === fragment.after) return fragment;
      const { until: _, ...open } = fragment;
      return open;
    }),
  };
}
