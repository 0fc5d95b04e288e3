import { isObject, type SequenceDefinition, textOrEmpty } from "@loom/protocol";
import { drawSequence, type SequenceDrawing } from "@loom/protocol/drawing";

/** A scenario as it is drawn: what `sequenceLayout` gives. */
export type SequenceLayout = SequenceDrawing;

/** Measures and places a scenario. */
export function sequenceLayout(definition: SequenceDefinition): SequenceLayout {
  return drawSequence(definition);
}

/**
 * A scenario that can be drawn, whatever a document holds: what is no list is an empty one, what is no text is an empty one, and rows
 * that are nothing stay, so that the others keep their numbers. The document is left as it is.
 *
 * @example
 * ```ts
 * import { drawableSequence } from "@loom/designer/canvas";
 * import { assertEquals } from "@std/assert";
 * assertEquals(drawableSequence({ messages: [null, { from: "A", to: 7 }] }).messages, [
 *   { from: "", to: "", label: "" },
 *   { from: "A", to: "", label: "" },
 * ]);
 * ```
 */
export function drawableSequence(definition: unknown): SequenceDefinition {
  const def = isObject(definition) ? definition : {};
  const settings = isObject(def.settings) ? def.settings : {};
  return {
    ...def,
    settings: { ...settings, namespace: textOrEmpty(settings.namespace), name: textOrEmpty(settings.name) },
    participants: rowsOf(def.participants).map((row) => ({ ...row, name: textOrEmpty(row.name) })),
    messages: messagesOf(def.messages),
    ...(def.fragments === undefined ? {} : { fragments: fragmentsOf(def.fragments) }),
  };
}

function messagesOf(list: unknown): SequenceDefinition["messages"] {
  return rowsOf(list).map((row) => ({
    ...row,
    from: textOrEmpty(row.from),
    to: textOrEmpty(row.to),
    label: textOrEmpty(row.label),
  }));
}

const KINDS = ["alt", "opt", "loop", "par", "break", "critical"] as const;

function fragmentsOf(list: unknown): NonNullable<SequenceDefinition["fragments"]> {
  return rowsOf(list).map(({ kind, label, after, messages, fragments, ...row }) => ({
    ...row,
    kind: KINDS.find((one) => one === kind) ?? "alt",
    label: textOrEmpty(label),
    after: typeof after === "number" && Number.isFinite(after) ? after : 0,
    messages: messagesOf(messages),
    ...(fragments === undefined ? {} : { fragments: fragmentsOf(fragments) }),
  }));
}

function rowsOf(list: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(list) ? list.map((row: unknown) => isObject(row) ? { ...row } : {}) : [];
}
