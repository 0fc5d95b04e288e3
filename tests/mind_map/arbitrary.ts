/**
 * Arbitrary documents and operations of any kind, made from its model and its rows.
 *
 * @module
 */
import {
  type AnyOp,
  cloneJson,
  type DocumentKind,
  type JsonObject,
  type Model,
  type OpRow,
} from "@loom/protocol";
import fc from "fast-check";

/** Few names, so that operations meet; the odd ones are rare. */
const NAMES = ["A", "A", "A", "B", "B", "B", "C", "C", "D", "E", "__proto__", 'q"t', ""];
const PLAIN = fc.oneof(fc.constantFrom<unknown>("x", "y", "", 0, true, null), fc.constant({ a: [1] }));

/** What operations and documents of a kind are drawn from. */
export interface Arbitraries {
  /** Documents in which every name occurs once. */
  readonly tidy: fc.Arbitrary<JsonObject>;
  /** Documents with repeated names and members of odd types. */
  readonly messy: fc.Arbitrary<JsonObject>;
  /** Operations; most do not fit a given document. */
  readonly op: fc.Arbitrary<AnyOp>;
}

/** The arbitraries of a kind. */
export function arbitrariesOf({ content }: DocumentKind): Arbitraries {
  if (!content) throw new Error("A kind without content has no documents to draw.");
  const { model, rows } = content.changes;
  const document = partOf(model, "document", 3);
  const empty = content.empty("A");
  const whole = document.map((drawn) => ({ ...cloneJson(empty), ...drawn }) as JsonObject);
  return {
    tidy: whole.map((drawn) => uniqueNames(model, drawn)),
    messy: fc.tuple(
      whole,
      fc.array(fc.tuple(fc.constantFrom("extra", "notes", ...Object.keys(empty)), PLAIN), { maxLength: 2 }),
    )
      .map(([drawn, odd]) => ({ ...drawn, ...Object.fromEntries(odd) }) as JsonObject),
    op: fc.oneof(
      ...rows.map((row) => ({ weight: isWhole(row) ? 1 : 8, arbitrary: opOf(model, row) })),
    ),
  };
}

/** Whether an operation writes over the document, and with it over what others did. */
function isWhole({ target }: OpRow): boolean {
  return target?.by === "part" && target.of === "document";
}

/** A part with members of the model, in any order, and some that the model does not know. */
function partOf(model: Model, part: string, depth: number): fc.Arbitrary<Record<string, unknown>> {
  const { key, members = {} } = model.parts[part] ?? {};
  const drawn: Record<string, fc.Arbitrary<unknown>> = { note: PLAIN, label: PLAIN };
  for (const [name, member] of Object.entries(members)) {
    if (member.is === "name" || member.is === "text") drawn[name] = fc.constantFrom(...NAMES);
    else if (depth > 0 && member.is === "part") drawn[name] = partOf(model, member.of, depth - 1);
    else if (depth > 0 && member.is !== "part") {
      drawn[name] = fc.array(partOf(model, member.of, depth - 1), { maxLength: 3 });
    }
  }
  if (key) drawn[key.member] = fc.constantFrom(...NAMES);
  const inner = Object.entries(members).filter(([, member]) =>
    depth > 0 && member.is === "part" && model.parts[member.of]?.key
  );
  const required = [...(key ? [key.member] : []), ...inner.map(([name]) => name)];
  return fc.tuple(fc.record(drawn, { requiredKeys: required }), fc.boolean()).map(([value, reversed]) => {
    const entries = Object.entries(value);
    // `Object.fromEntries` sets every key as an own member.
    return Object.fromEntries(reversed ? entries.reverse() : entries);
  });
}

/** The document with every second use of a name made another one. */
function uniqueNames(model: Model, document: JsonObject): JsonObject {
  const used = new Map<string, Set<string>>();
  let count = 0;
  const tidied = (part: string, value: unknown): unknown => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const { key, members = {} } = model.parts[part] ?? {};
    return Object.fromEntries(
      Object.entries(value).map(([name, held]) => {
        const member = members[name];
        if (member?.is === "part") return [name, tidied(member.of, held)];
        if ((member?.is === "list" || member?.is === "parts") && Array.isArray(held)) {
          return [name, held.map((item) => tidied(member.of, item))];
        }
        if (name !== key?.member) return [name, held];
        const names = used.get(key.space) ?? new Set();
        used.set(key.space, names);
        const unique = names.has(held) ? `N${count++}` : held;
        names.add(unique);
        return [name, unique];
      }),
    );
  };
  return tidied("document", document) as JsonObject;
}

function opOf(model: Model, row: OpRow): fc.Arbitrary<AnyOp> {
  const fields = row.fields.map((field) => {
    const value = fieldValue(model, row, field.name, field.type);
    const drawn = field.required ? value : fc.option(value, { nil: undefined });
    return drawn.map((value) => [field.name, value] as const);
  });
  return fc.tuple(...fields).map((entries) => ({
    op: row.op,
    ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
  }));
}

function fieldValue(model: Model, row: OpRow, name: string, type: string): fc.Arbitrary<unknown> {
  if (name === "unset" || name === "order") return fc.subarray(["note", "label", "name", "states", "topics"]);
  if (name === row.payload?.field || name === "patch") {
    const part = row.payload?.as ?? (row.target?.by === "part" ? row.target.of : "document");
    return partOf(model, part, 2);
  }
  if (type === "integer") return fc.integer({ min: -1, max: 3 });
  if (type === "boolean") return fc.boolean();
  if (type.includes('"')) return fc.constantFrom(...type.split(" | ").map((text) => JSON.parse(text)));
  return type.includes("null")
    ? fc.option(fc.constantFrom(...NAMES), { nil: null })
    : fc.constantFrom(...NAMES);
}
