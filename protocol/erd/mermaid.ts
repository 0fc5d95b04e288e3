import { CROWS_FOOT } from "../diagram/graph.ts";
import {
  attributesOf,
  byName,
  endsOf,
  entitiesOf,
  type Located,
  markOf,
  relationshipsOf,
  stateOfList,
  textOf,
} from "./lookup.ts";
import type { EntityRelationshipDefinition } from "./types.ts";

const INDENT = "    ";

/**
 * Writes an entity-relationship diagram as Mermaid text: the relationships, then the entities with their attributes.
 *
 * @param def The definition; it need not be valid.
 * @returns The text, without a final line end.
 *
 * @example
 * ```ts
 * import { renderMermaidEr } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const text = renderMermaidEr({
 *   settings: { namespace: "Library", name: "Lending" },
 *   entities: [{ name: "Member" }, { name: "Loan" }],
 *   relationships: [{ from: "Member", to: "Loan", cardinality: "1:N", label: "takes out" }],
 * });
 * assertEquals(text, 'erDiagram\n    Member ||--o{ Loan : "takes out"');
 * ```
 */
export function renderMermaidEr(def: EntityRelationshipDefinition): string {
  const entities = [...byName(entitiesOf(def)).values()];
  const mentioned = new Set<string>();
  const lines = relationshipsOf(def).flatMap(({ value }) => {
    const [from, to] = [textOf(value.from), textOf(value.to)];
    if (from === "" || to === "") return [];
    mentioned.add(from).add(to);
    const [fromEnd, toEnd] = endsOf(value);
    const connector = `${CROWS_FOOT[markOf(fromEnd)][0]}${value.identifying === false ? ".." : "--"}${
      CROWS_FOOT[markOf(toEnd)][1]
    }`;
    return [`${entityToken(from)} ${connector} ${entityToken(to)} : "${quoted(textOf(value.label))}"`];
  });
  const blocks = entities.flatMap((entity) => {
    const rows = attributesOf(entity).filter(({ name }) => name !== "").map(attributeLine);
    if (rows.length > 0) return [`${entityToken(entity.name)} {`, ...rows.map((row) => INDENT + row), "}"];
    return mentioned.has(entity.name) ? [] : [entityToken(entity.name)];
  });
  return ["erDiagram", ...[...lines, ...blocks].map((line) => INDENT + line)].join("\n");
}

function entityToken(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) ? name : `"${quoted(name)}"`;
}

/** A text between double quotes: on one line, without such quotes. */
function quoted(text: string): string {
  return text.replaceAll('"', "'").replaceAll(/\s*[\r\n\u2028\u2029]+\s*/g, " ");
}

function attributeLine({ value, name }: Located): string {
  const keys = [
    ...(value.key === "pk" ? ["PK"] : value.key === "uk" ? ["UK"] : []),
    ...(textOf(value.references) === "" ? [] : ["FK"]),
  ];
  const machines = stateOfList(value.stateOf);
  const comment = [
    machines.length === 0 ? "" : `stateOf ${machines.join(", ")}`,
    textOf(value.description).trim(),
  ].filter((part) => part !== "").join(" — ");
  return [
    wordToken(textOf(value.type), "unknown"),
    wordToken(name, "unnamed"),
    keys.join(", "),
    comment === "" ? "" : `"${quoted(comment)}"`,
  ].filter((part) => part !== "").join(" ");
}

/** A type or a name as one word of Mermaid. */
function wordToken(text: string, fallback: string): string {
  const folded = text.trim().replaceAll(/[^A-Za-z0-9_()[\]-]+/g, "_").replaceAll(/^_+|_+$/g, "");
  if (folded === "") return fallback;
  return /^[A-Za-z_]/.test(folded) ? folded : `_${folded}`;
}
