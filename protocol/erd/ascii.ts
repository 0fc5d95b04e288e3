import { displayWidth, elide, oneLine } from "../text/terminal_text.ts";
import {
  attributesOf,
  byName,
  type EndNumbers,
  endsOf,
  entitiesOf,
  type Located,
  relationshipsOf,
  stateOfList,
  textOf,
} from "./lookup.ts";
import type { EntityRelationshipDefinition } from "./types.ts";

/** The least columns of a box. */
const LEAST = 24;

/**
 * Draws an entity-relationship diagram in characters: a box for each entity, then the relationships, a line each.
 *
 * @param def The definition; it need not be valid.
 * @param active The names of entities to mark.
 * @param columns The columns to fit into. Default: no limit.
 * @returns The drawing, without a final line end.
 */
export function renderErdAscii(
  def: EntityRelationshipDefinition,
  active: ReadonlySet<string> = new Set(),
  columns: number = Infinity,
): string {
  const boxes = [...byName(entitiesOf(def)).values()].map((entity) =>
    boxOf(entity, active.has(entity.name), columns)
  );
  const lines = relationshipsOf(def).map(({ value }) => {
    const [from, to] = endsOf(value);
    const label = textOf(value.label).trim();
    const line = `${oneLine(textOf(value.from))} ${LEFT[markOf(from)]}──${RIGHT[markOf(to)]} ${
      oneLine(textOf(value.to))
    }${label === "" ? "" : ` : ${oneLine(label)}`}`;
    return elide(line, columns);
  });
  return [rowsOf(boxes, columns).join("\n\n"), lines.join("\n")].filter((part) => part !== "").join("\n\n");
}

const LEFT = { one: "║", "at most one": "|o", many: ">o", "at least one": ">|" } as const;
const RIGHT = { one: "║", "at most one": "o|", many: "o<", "at least one": "|<" } as const;

function markOf({ maximum, minimum }: EndNumbers): keyof typeof LEFT {
  if (maximum === "one") return minimum === 1 ? "one" : "at most one";
  return minimum === 1 ? "at least one" : "many";
}

function boxOf(entity: Located, isActive: boolean, columns: number): string[] {
  const rows = attributesOf(entity).filter(({ name }) => name !== "").map(cells);
  const widths = [0, 1, 2].map((column) =>
    Math.max(0, ...rows.map((row) => displayWidth(row[column] ?? "")))
  );
  const lines = rows.map((row) =>
    row.map((cell, column) => padded(cell, widths[column] ?? 0)).filter((_, column) => widths[column] !== 0)
      .join("  ").trimEnd()
  );
  const title = `${oneLine(entity.name)}${entity.value.weak === true ? " (weak)" : ""}${
    isActive ? " ◀" : ""
  }`;
  const widest = Math.max(LEAST, ...[title, ...lines].map((line) => displayWidth(line) + 4));
  const width = Math.min(widest, Math.max(LEAST, columns)) - 4;
  const line = (text: string) => `│ ${padded(elide(text, width), width)} │`;
  const edge = (left: string, right: string) => `${left}${"─".repeat(width + 2)}${right}`;
  return [
    edge("┌", "┐"),
    line(title),
    edge("├", "┤"),
    ...(lines.length === 0 ? [line("no attributes")] : lines.map(line)),
    edge("└", "┘"),
  ];
}

/** Keys, name and type of an attribute. */
function cells({ value, name }: Located): [string, string, string] {
  const keys = [
    ...(value.key === "pk" ? ["PK"] : value.key === "uk" ? ["UK"] : []),
    ...(textOf(value.references) === "" ? [] : ["FK"]),
  ];
  const stored = stateOfList(value.stateOf).length > 0 ? " ◉" : "";
  const type = `${oneLine(textOf(value.type))}${value.nullable === true ? " ?" : ""}`;
  return [keys.join(" "), `${oneLine(name)}${stored}`, type];
}

function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** The boxes in rows as wide as the columns allow; without a limit three to a row. */
function rowsOf(boxes: readonly (readonly string[])[], columns: number): string[] {
  const limit = Number.isFinite(columns) ? columns : 110;
  const rows: string[][][] = [];
  let used = Infinity;
  for (const box of boxes) {
    const width = displayWidth(box[0] ?? "");
    if (used + 2 + width > limit) {
      rows.push([]);
      used = -2;
    }
    rows.at(-1)?.push([...box]);
    used += 2 + width;
  }
  return rows.map((row) => {
    const height = Math.max(...row.map((box) => box.length));
    return Array.from(
      { length: height },
      (_, at) => row.map((box) => box[at] ?? " ".repeat(displayWidth(box[0] ?? ""))).join("  ").trimEnd(),
    ).join("\n");
  });
}
