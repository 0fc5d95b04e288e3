import {
  type AnyOp,
  type ArgumentHint,
  type CommandCall,
  type EditedKind,
  type JsonObject,
  refusalText,
} from "@loom/protocol";

/** A call of an edit that a kind of document has, by its id, with its arguments. */
export interface CanvasCommand {
  /** The id, such as `entity.add`. */
  readonly id: string;
  /** The arguments, by name. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The operations of some calls with what they do, in a sentence; or the reason why one of them cannot be made. */
export type PlannedCommands =
  | { readonly ops: readonly AnyOp[]; readonly summary: string }
  | { readonly refusal: string };

/**
 * Plans calls one after the other, each on what those before it make of the document: all or none.
 *
 * @example
 * ```ts
 * import { planCommands } from "@loom/designer/canvas";
 * import { ERD_KIND, type EditedKind } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 *
 * const definition = { settings: { namespace: "Shop", name: "Shop" }, entities: [], relationships: [] };
 * const kind = ERD_KIND as unknown as EditedKind;
 * const planned = planCommands(kind, definition, [{ id: "entity.add", values: { name: "Order" } }]);
 * assertEquals("ops" in planned && planned.ops.map(({ op }) => op), ["entity.add"]);
 * ```
 */
export function planCommands(
  { content, title }: EditedKind,
  document: JsonObject,
  commands: readonly CanvasCommand[],
): PlannedCommands {
  const ops: AnyOp[] = [];
  const summaries: string[] = [];
  let now = document;
  for (const { id, values } of commands) {
    const command = content?.commands?.find((one) => one.id === id);
    if (!content || !command) return { refusal: `There is no edit ${id} of a ${title}.` };
    const result = command.run(now, values);
    if (!result.ok) return { refusal: refusalText(result.refusal, spell) };
    const after = content.changes.apply(now, result.value.ops);
    if (!after.ok) return { refusal: after.refusal.message };
    now = after.value;
    ops.push(...result.value.ops);
    summaries.push(result.value.summary);
  }
  return { ops, summary: summaries.join(" ") };
}

function spell(part: CommandCall | ArgumentHint): string {
  if ("argument" in part) {
    return part.value === undefined ? part.argument : `${part.argument} ${String(part.value)}`;
  }
  return part.words ?? part.command;
}
