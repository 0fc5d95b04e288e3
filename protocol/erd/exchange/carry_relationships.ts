import {
  attributesOf,
  byName,
  entitiesOf,
  type Located,
  located,
  parseReference,
  relationshipsOf,
  textOf,
} from "../lookup.ts";
import type { EntityRelationshipDefinition } from "../types.ts";
import type { DraftTable } from "./draft_tables.ts";
import type { LeftOutList } from "./left_out.ts";
import { addColumns } from "./referring_columns.ts";
import { primaryOf } from "./schema.ts";

/** A relationship between one and many that no foreign key carries. */
interface Carried {
  readonly relationship: Located;
  readonly one: DraftTable;
  readonly many: DraftTable;
}

type Tables = ReadonlyMap<string, DraftTable>;

/**
 * Adds the columns of relationships that no foreign key carries, and the primary keys of special cases. Whatever adds to
 * a primary key comes before what refers to that key.
 */
export function carryRelationships(
  def: EntityRelationshipDefinition,
  tables: Tables,
  left: LeftOutList,
): void {
  const carried = carriedOf(def, tables, left);
  const identifying = carried.filter(({ relationship, one, many }) =>
    relationship.value.identifying === true && one !== many
  );
  const begun = new Set<DraftTable>();
  const done = new Set<DraftTable>();
  const kept = new Set<Carried>();
  const settle = (table: DraftTable): void => {
    if (begun.has(table)) return;
    begun.add(table);
    const general = tables.get(textOf(table.entity?.value.extends));
    const owners = identifying.filter(({ many }) => many === table);
    for (const other of [...(general === undefined ? [] : [general]), ...owners.map(({ one }) => one)]) {
      settle(other);
    }
    // What comes back to a table that is not done goes in a circle: it adds to no key.
    if (general !== undefined && done.has(general)) extend(table, general);
    for (const owner of owners.filter(({ one }) => done.has(one) && primaryOf(one).length > 0)) {
      carry(owner, true);
      kept.add(owner);
    }
    done.add(table);
  };
  for (const table of tables.values()) settle(table);
  for (const one of carried) {
    if (kept.has(one)) continue;
    if (primaryOf(one.one).length > 0) carry(one, false);
    else {
      const { path } = one.relationship;
      const message =
        `The relationship at ${path} became no foreign key: "${one.one.name}" has no primary key.`;
      left.say("relationship", "from", path, message);
    }
  }
}

function carriedOf(def: EntityRelationshipDefinition, tables: Tables, left: LeftOutList): Carried[] {
  const connected = connections(def);
  return relationshipsOf(def).flatMap((relationship) => {
    const { value, path } = relationship;
    const [from, to] = value.cardinality === "N:1" ? [value.to, value.from] : [value.from, value.to];
    const [one, many] = [tables.get(textOf(from)), tables.get(textOf(to))];
    if (value.cardinality === "N:M" || one === undefined || many === undefined) return [];
    if (Array.isArray(value.attributes) && value.attributes.length > 0) {
      left.add("relationship", "attributes", path);
    }
    return connected.has(pairOf(one.name, many.name)) ? [] : [{ relationship, one, many }];
  });
}

/** Pairs of entities that a foreign key connects, in both directions. */
function connections(def: EntityRelationshipDefinition): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const entity of byName(entitiesOf(def)).values()) {
    const targets = [
      ...attributesOf(entity).map(({ value }) => parseReference(textOf(value.references)).entity),
      ...located(entity.value.foreignKeys, "").map(({ value }) => textOf(value.entity)),
    ];
    for (const target of targets) pairs.add(pairOf(entity.name, target)).add(pairOf(target, entity.name));
  }
  return pairs;
}

function pairOf(one: string, other: string): string {
  return JSON.stringify([one, other]);
}

/** Gives a special case the primary key of the entity that it extends. */
function extend(table: DraftTable, general: DraftTable): void {
  if (primaryOf(table).length > 0 || primaryOf(general).length === 0) return;
  const columns = addColumns(table, general, "", false);
  table.keys.unshift({ columns, primary: true });
  table.references.push({ columns, table: general.name, to: primaryOf(general) });
}

/** Adds the columns of a relationship; those of an identifying one are in the primary key. */
function carry({ relationship: { value }, one, many }: Carried, isIdentifying: boolean): void {
  const isReversed = value.cardinality === "N:1";
  const participation = isReversed ? value.fromParticipation : value.toParticipation;
  const role = textOf(isReversed ? value.toRole : value.fromRole) || (one === many ? "parent" : one.name);
  const isNullable = !isIdentifying && (participation === "partial" || one === many);
  const columns = addColumns(many, one, role, isNullable);
  many.references.push({ columns, table: one.name, to: primaryOf(one) });
  if (isIdentifying) {
    const key = many.keys.findIndex((item) => item.primary);
    const more = key < 0 ? [] : many.keys.splice(key, 1)[0]?.columns ?? [];
    many.keys.unshift({ columns: [...columns, ...more], primary: true });
  } else if (value.cardinality === "1:1") many.keys.push({ columns, primary: false });
}
