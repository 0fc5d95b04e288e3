import { attributesOf, type Located, located, namesIn, parseReference, textOf } from "../lookup.ts";
import type { DraftTable } from "./draft_tables.ts";
import type { LeftOutList } from "./left_out.ts";
import { isSameSet, primaryOf } from "./schema.ts";
import { valueTypeOf } from "./value_type.ts";

type Tables = ReadonlyMap<string, DraftTable>;

/** A reference of one attribute. */
interface Single {
  readonly attribute: Located;
  readonly target: DraftTable;
  /** The column there; `undefined` where none is named and the target has no key of one column. */
  readonly to: string | undefined;
}

/**
 * Adds the foreign keys that the entity of a table states. Attributes that together refer to all of a composite primary
 * key become one foreign key; what refers to no key is left out, since no database takes it.
 */
export function addReferences(table: DraftTable, tables: Tables, left: LeftOutList): void {
  if (table.entity === undefined) return;
  const singles = singlesOf(table.entity, tables, left);
  const grouped = new Set<Single>();
  for (const target of new Set(singles.map((single) => single.target))) {
    const primary = primaryOf(target);
    const parts = singles.filter((single) => single.target === target && primary.includes(single.to ?? ""));
    if (primary.length < 2 || !isSameSet(parts.map(({ to }) => to ?? ""), primary)) continue;
    if (new Set(parts.map(({ to }) => to)).size !== parts.length) continue;
    const columns = primary.map((one) => parts.find(({ to }) => to === one)?.attribute.name ?? "");
    if (!fits(table, columns, target, primary)) continue;
    for (const part of parts) grouped.add(part);
    table.references.push({ columns, table: target.name, to: primary });
  }
  for (const single of singles.filter((one) => !grouped.has(one))) addSingle(table, single, left);
  for (const key of located(table.entity.value.foreignKeys, `${table.entity.path}/foreignKeys`)) {
    addListed(table, key, tables, left);
  }
}

function singlesOf(entity: Located, tables: Tables, left: LeftOutList): Single[] {
  return attributesOf(entity).flatMap((attribute) => {
    const reference = textOf(attribute.value.references);
    if (reference === "" || attribute.name === "") return [];
    const { entity: name, attribute: named } = parseReference(reference);
    const target = tables.get(name);
    if (target === undefined) {
      refuse(left, "attribute", "references", attribute.path, `there is no entity "${name}"`);
      return [];
    }
    const primary = primaryOf(target);
    return [{ attribute, target, to: named || (primary.length === 1 ? primary[0] : undefined) }];
  });
}

function addSingle(table: DraftTable, { attribute, target, to }: Single, left: LeftOutList): void {
  if (to !== undefined && isKey(target, [to]) && !fits(table, [attribute.name], target, [to])) {
    const what = `"${target.name}.${to}" has another type`;
    refuse(left, "attribute", "references", attribute.path, what);
    return;
  }
  if (to !== undefined && isKey(target, [to])) {
    table.references.push({ columns: [attribute.name], table: target.name, to: [to] });
    return;
  }
  const what = to === undefined
    ? `"${target.name}" has no primary key of one attribute`
    : `"${target.name}.${to}" is no key by itself`;
  refuse(left, "attribute", "references", attribute.path, what);
}

function addListed(
  table: DraftTable,
  { value, name, path }: Located,
  tables: Tables,
  left: LeftOutList,
): void {
  const columns = namesIn(value.attributes);
  const target = tables.get(textOf(value.entity));
  const to = namesIn(value.to).length === 0 && target !== undefined ? primaryOf(target) : namesIn(value.to);
  const isThere = columns.length > 0 &&
    columns.every((one) => table.columns.some((column) => column.name === one));
  if (
    target !== undefined && isThere && columns.length === to.length && isKey(target, to) &&
    fits(table, columns, target, to)
  ) {
    table.references.push({ name: name || undefined, columns, table: target.name, to });
  } else {
    refuse(left, "foreign key", "attributes", path, "its attributes do not match a key of the entity");
  }
}

/** True when columns can hold the values of those that they refer to. */
function fits(
  table: DraftTable,
  columns: readonly string[],
  target: DraftTable,
  to: readonly string[],
): boolean {
  const typeOf = ({ columns: all }: DraftTable, name: string | undefined) => {
    const type = all.find((column) => column.name === name)?.type ?? "";
    const { kind, ...rest } = { ...(valueTypeOf(type, []) ?? { kind: type.toLowerCase() }) };
    return kind === "any" ? type.toLowerCase() : JSON.stringify([kind, { ...rest, longest: undefined }]);
  };
  return columns.every((column, index) => typeOf(table, column) === typeOf(target, to[index]));
}

function isKey(table: DraftTable, columns: readonly string[]): boolean {
  return table.keys.some((key) => isSameSet(key.columns, columns));
}

function refuse(
  left: LeftOutList,
  part: "attribute" | "foreign key",
  member: string,
  path: string,
  why: string,
): void {
  left.say(part, member, path, `The ${part} at ${path} became no foreign key: ${why}.`);
}
