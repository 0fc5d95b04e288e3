import { measuredText } from "../../picture/drawn_text.ts";
import {
  attributesOf,
  byName,
  endsOf,
  entitiesOf,
  type Located,
  namesIn,
  parseReference,
  relationshipsOf,
  textOf,
} from "../lookup.ts";
import { HEAD_HEIGHT, type MeasuredEntity, rowMiddle } from "./measure_entity.ts";
import { ROLE, ROLE_GAP } from "./place_roles.ts";
import { isObject } from "../../json/value.ts";

/** The least straight part of a line at an entity: room for the marks of its end. */
const STUB = 28;
/** The room beside a role. */
const BESIDE_ROLE = 14;

/** An end of a line. */
export interface LineEnd {
  /** The entity. */
  readonly entity: MeasuredEntity;
  /** The distance from the top of the entity. */
  readonly port: number;
  /** The shape of its mark. */
  readonly mark: string;
}

/** A line between two drawn entities, the left one first. */
export interface Line {
  /** Its id in the layout. */
  readonly id: string;
  /** The relationship; `undefined` for inheritance, from the general entity to the special one. */
  readonly relationship: Located | undefined;
  /** The ends. */
  readonly ends: readonly [left: LineEnd, right: LineEnd];
  /** True when the line is read from right to left, so that the "one" end comes first. */
  readonly reversed: boolean;
}

/** A line whose ends at heads have no place yet. */
interface OpenLine extends Omit<Line, "ends"> {
  readonly ends: readonly [OpenEnd, OpenEnd];
}

interface OpenEnd extends Omit<LineEnd, "port"> {
  /** The row that it ends at; `undefined` for the head. */
  readonly port: number | undefined;
}

/**
 * The lines of relationships and of inheritance. A line is about the row of a reference where there is one; other ends are
 * at the heads, those with different marks apart.
 */
export function linesOf(def: unknown, measured: ReadonlyMap<string, MeasuredEntity>): Line[] {
  const open = [...relationshipLines(def, measured), ...inheritanceLines(def, measured)];
  const marks = Map.groupBy(
    open.flatMap(({ ends }) => ends.filter(({ port }) => port === undefined)),
    ({ entity }) => entity,
  );
  const placed = ({ entity, port, mark }: OpenEnd): LineEnd => {
    if (port !== undefined) return { entity, port, mark };
    const all = [...new Set((marks.get(entity) ?? []).map((end) => end.mark))];
    return { entity, port: HEAD_HEIGHT * (all.indexOf(mark) + 1) / (all.length + 1), mark };
  };
  return open.map(({ ends: [left, right], ...line }) => ({ ...line, ends: [placed(left), placed(right)] }));
}

function relationshipLines(def: unknown, measured: ReadonlyMap<string, MeasuredEntity>): OpenLine[] {
  const used: UsedKeys = new Set();
  return relationshipsOf(def).flatMap((relationship) => {
    const { value, index } = relationship;
    const [source, target] = [measured.get(textOf(value.from)), measured.get(textOf(value.to))];
    if (!source || !target || source === target) return [];
    const reversed = value.cardinality === "N:1";
    const marks = endsOf(value).map(({ maximum, minimum }) => `${maximum} ${minimum}`);
    const [left, right] = reversed ? [target, source] : [source, target];
    const [leftMark = "", rightMark = ""] = reversed ? marks.toReversed() : marks;
    const key = foreignKey(right, left, used) ?? foreignKey(left, right, used);
    const isMany = value.cardinality === "N:M" && !key;
    const rows = key?.owner === right
      ? [key.target, key.attribute]
      : key
      ? [key.attribute, key.target]
      : isMany
      ? []
      : [primaryKey(left)];
    const ends: OpenLine["ends"] = [
      { entity: left, port: rowOf(left, rows[0]), mark: leftMark },
      { entity: right, port: rowOf(right, rows[1]), mark: rightMark },
    ];
    return [{ id: String(index), relationship, ends, reversed }];
  });
}

function inheritanceLines(def: unknown, measured: ReadonlyMap<string, MeasuredEntity>): OpenLine[] {
  return [...byName(entitiesOf(def)).values()].flatMap(({ name, value, index }) => {
    const [special, general] = [measured.get(name), measured.get(textOf(value.extends))];
    if (!special || !general || special === general) return [];
    const ends: OpenLine["ends"] = [
      { entity: general, port: undefined, mark: "general" },
      { entity: special, port: undefined, mark: "special" },
    ];
    return [{ id: `extends ${index}`, relationship: undefined, ends, reversed: false }];
  });
}

function rowOf(entity: MeasuredEntity, attribute: string | undefined): number | undefined {
  return attribute === undefined ? undefined : rowMiddle(entity, attribute);
}

/** The straight part of lines at each entity: as long as the roles that are written along it. */
export function stubsOf(lines: readonly Line[]): (entity: MeasuredEntity) => number {
  const roles = lines.flatMap(({ relationship, ends, reversed }) => {
    const [from, to] = reversed ? ends.toReversed() : ends;
    const value = relationship?.value ?? {};
    return [{ end: from, role: textOf(value.fromRole).trim() }, {
      end: to,
      role: textOf(value.toRole).trim(),
    }]
      .flatMap(({ end, role }) =>
        end && role !== "" ? [{ ...end, width: measuredText(role, ROLE, Infinity).width + ROLE_GAP }] : []
      );
  });
  const stubs = new Map<MeasuredEntity, number>();
  for (const [entity, own] of Map.groupBy(roles, (role) => role.entity)) {
    for (const shared of Map.groupBy(own, ({ port }) => port).values()) {
      // Half of the roles at a place are above its line, the others below.
      const half = shared.map(({ width }) => width).sort((a, b) => b - a).slice(
        0,
        Math.ceil(shared.length / 2),
      );
      const length = half.reduce((sum, width) => sum + width, BESIDE_ROLE);
      stubs.set(entity, Math.max(stubs.get(entity) ?? STUB, length));
    }
  }
  return (entity) => stubs.get(entity) ?? STUB;
}

/** A reference of one entity to another. */
export interface ForeignKeyRow {
  /** The entity that refers. */
  readonly owner: MeasuredEntity;
  /** The attribute that refers; of several the first. */
  readonly attribute: string;
  /** The attribute that it refers to. */
  readonly target: string | undefined;
}

/** The references that have a line already: attributes and foreign keys of the document. */
type UsedKeys = Set<object>;

/** The first reference of `owner` to `target` that has no line yet: of an attribute, then of several. */
function foreignKey(
  owner: MeasuredEntity,
  target: MeasuredEntity,
  used: UsedKeys,
): ForeignKeyRow | undefined {
  for (const { value, name } of attributesOf(owner.entity)) {
    const text = textOf(value.references);
    const reference = parseReference(text);
    if (text === "" || used.has(value) || reference.entity !== target.entity.name) continue;
    used.add(value);
    return { owner, attribute: name, target: reference.attribute ?? primaryKey(target) };
  }
  const { foreignKeys } = owner.entity.value;
  for (const key of Array.isArray(foreignKeys) ? foreignKeys : []) {
    if (!isObject(key) || used.has(key) || key.entity !== target.entity.name) continue;
    const [attribute] = namesIn(key.attributes);
    if (attribute === undefined) continue;
    used.add(key);
    return { owner, attribute, target: namesIn(key.to)[0] ?? primaryKey(target) };
  }
  return undefined;
}

/** The first attribute of the primary key. */
function primaryKey({ entity }: MeasuredEntity): string | undefined {
  const keys: readonly unknown[] = Array.isArray(entity.value.keys) ? entity.value.keys : [];
  const whole = keys.flatMap((key) => isObject(key) && key.primary === true ? namesIn(key.attributes) : []);
  return whole[0] ?? attributesOf(entity).find(({ value }) => value.key === "pk")?.name;
}
