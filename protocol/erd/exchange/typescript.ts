import { attributesOf, byName, entitiesOf, textOf } from "../lookup.ts";
import type { EntityRelationshipDefinition, ErdEnum } from "../types.ts";
import { columnOf, usableEnums } from "./draft_tables.ts";
import { type Kept, LeftOutList } from "./left_out.ts";
import type { Column } from "./schema.ts";
import { type ValueType, valueTypeOf } from "./value_type.ts";
import type { WrittenText } from "../../left_out.ts";

const KEPT: Kept = {
  settings: ["name"],
  entity: ["name", "description", "extends"],
  attribute: ["name", "type", "nullable", "description"],
  enum: ["name", "values", "description"],
  relationship: [],
};

/**
 * Writes the entities of a diagram as TypeScript: an interface for each entity and a type for each enum. Values are those
 * of JSON, so that dates are strings.
 *
 * @param def The definition; it need not be valid.
 *
 * @example
 * ```ts
 * import { writeErdTypeScript } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const { text } = writeErdTypeScript({
 *   settings: { namespace: "Default", name: "Lending" },
 *   entities: [{ name: "Order Line", attributes: [{ name: "id", type: "int", key: "pk" }] }],
 *   relationships: [],
 * });
 * assertEquals(text, "// Lending\n\nexport interface OrderLine {\n  id: number;\n}\n");
 * ```
 */
export function writeErdTypeScript(def: EntityRelationshipDefinition): WrittenText {
  const left = new LeftOutList("TypeScript");
  left.survey(def, KEPT);
  const enums = usableEnums(def);
  const entities = Array.from(byName(entitiesOf(def)).values());
  const names = typeNames([...enums, ...entities].map(({ name }) => name));
  const nameOf = (name: string) => names.get(name) ?? "unknown";
  const blocks = [
    `// ${oneLine(textOf(def.settings?.name)) || "Types"}`,
    ...enums.map(({ name, values, description }) =>
      `${comment(description, "")}export type ${nameOf(name)} = ${union(values)};`
    ),
    ...entities.map((entity) => {
      const columns = attributesOf(entity).filter(({ name }) => name !== "").map(columnOf);
      const general = textOf(entity.value.extends);
      const clause = names.has(general) ? ` extends ${nameOf(general)}` : "";
      const lines = columns.map((column) => memberText(column, enums, nameOf, left, entity.path));
      return [
        `${comment(textOf(entity.value.description), "")}export interface ${nameOf(entity.name)}${clause} {`,
        ...lines,
        "}",
      ].join("\n");
    }),
  ];
  return { text: blocks.join("\n\n") + "\n", leftOut: left.lines };
}

function memberText(
  column: Column,
  enums: readonly ErdEnum[],
  nameOf: (name: string) => string,
  left: LeftOutList,
  path: string,
): string {
  const type = valueTypeOf(column.type, enums);
  if (type === undefined) {
    left.say("attribute", "type", path, `The type ${column.type} of "${column.name}" became unknown.`);
  }
  const name = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(column.name) ? column.name : JSON.stringify(column.name);
  const text = typeText(type ?? { kind: "any" }, nameOf);
  const nullable = column.nullable && text !== "unknown" ? " | null" : "";
  return `${comment(column.description, "  ")}  ${name}: ${text}${nullable};`;
}

function typeText(type: ValueType, nameOf: (name: string) => string): string {
  if (type.kind === "any") return "unknown";
  if (type.kind === "boolean") return "boolean";
  if (type.kind === "text") return "string";
  if (type.kind === "enum") return nameOf(type.name);
  if (type.kind === "values") return union(type.values);
  if (type.kind !== "list") return "number";
  const inner = typeText(type.of, nameOf);
  return inner.includes(" ") ? `(${inner})[]` : `${inner}[]`;
}

function union(values: readonly string[]): string {
  return values.length === 0 ? "string" : values.map((value) => JSON.stringify(value)).join(" | ");
}

/** Names of types for names of entities and enums, no two the same. */
function typeNames(names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of names) {
    const words = name.split(/[^\p{L}\p{N}_$]+/u).filter((word) => word !== "");
    const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
    const base = /^[\p{L}_$]/u.test(joined) ? joined : `_${joined}`;
    let free = base;
    for (let number = 2; taken.has(free); number++) free = `${base}${number}`;
    taken.add(free);
    if (!found.has(name)) found.set(name, free);
  }
  return found;
}

function comment(text: string | undefined, indent: string): string {
  return text ? `${indent}/** ${oneLine(text).replaceAll("*/", "* /")} */\n` : "";
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
