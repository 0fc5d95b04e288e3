import { diffDefinition, MACHINE_KIND, opLine, type StateMachineDefinition } from "@loom/protocol";
import * as z from "zod";
import type { Session } from "../session/session.ts";
import { defineTool, ToolError } from "../tool.ts";
import { machineIn, readFileText } from "./read_machine_file.ts";

/** Number of operations an answer tells. */
const MOST_LINES = 100;
const JSON_ADVICE = "Give a whole definition as JSON text.";
const FILE_ADVICE = "Name another file.";

/** Tells what differs. */
export const DIFF_DEFINITION = defineTool({
  name: "diff_definition",
  title: "Diff definition",
  description: "Lists changes since the session began, or from another definition.",
  toolset: "exchange",
  kind: MACHINE_KIND.kind,
  effect: "read",
  input: {
    path: z.string().optional(),
    json: z.string().optional(),
    reverse: z.boolean().optional(),
  },
  output: { same: z.boolean(), ops: z.array(z.unknown()) },
  async run({ path, json, reverse = false }, { session }) {
    if (path !== undefined && json !== undefined) {
      throw new ToolError("bad_parameter", "diff_definition takes path or json, not both: leave one out.");
    }
    const { machine, revision } = await session.readMachine();
    const other = await otherMachine(session, path, json) ?? machine;
    const [from, to] = reverse ? [machine, other] : [other, machine];
    const ops = diffDefinition(from, alignFields(to, from));
    const lines = ops.slice(0, MOST_LINES).map((op) => {
      const { sign, text } = opLine(op);
      return `${sign} ${text}`;
    });
    if (ops.length === 0) lines.push("Nothing differs.");
    if (ops.length > MOST_LINES) lines.push(`… and ${ops.length - MOST_LINES} more operations.`);
    return {
      text: lines.join("\n"),
      data: { same: ops.length === 0, ops: ops, revision },
    };
  },
});

/** The machine to compare with; `undefined` when the session has seen no other. */
async function otherMachine(
  session: Session,
  path: string | undefined,
  json: string | undefined,
): Promise<StateMachineDefinition | undefined> {
  if (json !== undefined) return (await machineIn(json, { from: "json" }, "json", JSON_ADVICE)).definition;
  if (path === undefined) return session.atStart as StateMachineDefinition | undefined;
  return (await machineIn(await readFileText(session, path), { path }, `"${path}"`, FILE_ADVICE)).definition;
}

/** The tools that compare. */
export const DIFFERENCE_TOOLS = [DIFF_DEFINITION] as const;

/**
 * Gives a value with the fields of its objects in the order that they have in another value, new ones last: the order means
 * nothing to a machine, and should not be told as a difference. Things in lists are known again by their names.
 */
function alignFields<Value>(value: Value, model: unknown): Value {
  return aligned(value, model) as Value;
}

function aligned(value: unknown, model: unknown): unknown {
  if (typeof value !== "object" || value === null || typeof model !== "object" || model === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return Array.isArray(model)
      ? value.map((item, index) => aligned(item, counterpart(item, index, model)))
      : value;
  }
  if (Array.isArray(model)) return value;
  const own = new Map(Object.entries(value));
  const known = new Map(Object.entries(model));
  const keys = [
    ...Array.from(known.keys()).filter((key) => own.has(key)),
    ...Array.from(own.keys()).filter((key) => !known.has(key)),
  ];
  return Object.fromEntries(keys.map((key) => [key, aligned(own.get(key), known.get(key))]));
}

function counterpart(item: unknown, index: number, list: readonly unknown[]): unknown {
  const name = nameOf(item);
  const atPlace = list[index];
  if (name === undefined || nameOf(atPlace) === name) return atPlace;
  return list.find((one) => nameOf(one) === name);
}

function nameOf(item: unknown): unknown {
  if (typeof item !== "object" || item === null) return undefined;
  const { name, id } = item as Record<string, unknown>;
  return id ?? name;
}
