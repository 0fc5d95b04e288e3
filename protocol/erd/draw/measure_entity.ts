import type { Box, Size } from "../../geometry/box.ts";
import {
  blockWidth,
  type MeasuredText,
  measuredText,
  moreHeight,
  placedText,
  type Typeface,
} from "../../picture/drawn_text.ts";
import { wrappedText } from "../../picture/wrapped_text.ts";
import { isObject } from "../../json/value.ts";
import { attributesOf, type Located, namesIn, stateOfList, textOf } from "../lookup.ts";
import type { DrawnAttribute, DrawnEntity } from "./erd_drawing.ts";

/** The looks of the texts in an entity. */
const TYPEFACE = {
  title: { size: 14, weight: 600 },
  row: { size: 12, weight: 400 },
  key: { size: 12, weight: 600 },
  type: { size: 11, weight: 400 },
  badge: { size: 9, weight: 600 },
} as const satisfies Record<string, Typeface>;

const HEAD = 28;
/** The height of the head of an entity whose name is one line. */
export const HEAD_HEIGHT: number = HEAD;
const ROW = 22;
const FOOT = 6;
const SIDE = 14;
const LEAST_WIDTH = 160;
const LONGEST = { title: 340, name: 220, type: 180 } as const;
/** Between name and type, badges and name. */
const GAP = 18;
const BADGE_GAP = 6;
const STATE_MARK = 14;
/** Half the height of a capital letter, in font sizes. */
const HALF_CAPITAL = 0.3635;

/** An attribute, measured. */
export interface MeasuredRow {
  /** The attribute; `undefined` for the row of an entity without any. */
  readonly attribute: Located | undefined;
  /** Its name. */
  readonly text: MeasuredText;
  /** Its type. */
  readonly type: MeasuredText | undefined;
  /** `PK`, `UK`, `FK`. */
  readonly badges: readonly MeasuredText[];
  /** The machines whose state it stores. */
  readonly stateOf: readonly string[];
  /** Its height. */
  readonly height: number;
}

/** The content of an entity, measured. */
export interface MeasuredEntity extends Size {
  /** The entity. */
  readonly entity: Located;
  /** Its name. */
  readonly title: MeasuredText;
  /** Its attributes. */
  readonly rows: readonly MeasuredRow[];
  /** The width of the badges. */
  readonly badges: number;
}

/**
 * Measures an entity; the size of its box follows from its texts.
 *
 * @param leastWidth The width that it needs for what is below it.
 */
export function measureEntity(entity: Located, leastWidth: number = 0): MeasuredEntity {
  const title = wrappedText(entity.name, TYPEFACE.title, LONGEST.title);
  const keys = keysOf(entity);
  const attributes = attributesOf(entity).filter(({ name }) => name !== "");
  const rows = attributes.length === 0
    ? [emptyRow()]
    : attributes.map((attribute) => measureRow(attribute, keys));
  const badges = Math.max(0, ...rows.map((row) => badgeWidth(row.badges)));
  const widest = Math.max(
    ...rows.map((row) =>
      blockWidth(row.text) + (row.type ? GAP + blockWidth(row.type) : 0) +
      (row.stateOf.length > 0 ? STATE_MARK : 0)
    ),
  );
  const width = Math.max(
    LEAST_WIDTH,
    Math.ceil(leastWidth),
    Math.ceil(blockWidth(title) + 2 * SIDE),
    Math.ceil(2 * SIDE + (badges > 0 ? badges + BADGE_GAP : 0) + widest),
  );
  const height = rows.reduce((sum, row) => sum + row.height, headOf(title) + FOOT);
  return { entity, title, rows, badges, width, height };
}

/** The height of a head. */
function headOf(title: MeasuredText): number {
  return HEAD + moreHeight(title);
}

function emptyRow(): MeasuredRow {
  const text = measuredText("no attributes", TYPEFACE.type, LONGEST.name);
  return { attribute: undefined, text, type: undefined, badges: [], stateOf: [], height: ROW };
}

/** The attributes in keys of several attributes, by name. */
function keysOf({ value }: Located): { primary: Set<string>; unique: Set<string>; foreign: Set<string> } {
  const names = (list: unknown, fits: (key: Record<string, unknown>) => boolean) =>
    new Set(
      (Array.isArray(list) ? list : []).flatMap((key: unknown) =>
        isObject(key) && fits(key) ? namesIn(key.attributes) : []
      ),
    );
  return {
    primary: names(value.keys, (key) => key.primary === true),
    unique: names(value.keys, (key) => key.primary !== true),
    foreign: names(value.foreignKeys, () => true),
  };
}

function measureRow(attribute: Located, keys: ReturnType<typeof keysOf>): MeasuredRow {
  const { value, name } = attribute;
  const isKey = value.key === "pk" || keys.primary.has(name);
  const words = [
    ...(isKey ? ["PK"] : value.key === "uk" || keys.unique.has(name) ? ["UK"] : []),
    ...(textOf(value.references) !== "" || keys.foreign.has(name) ? ["FK"] : []),
  ];
  const typeWords = `${textOf(value.type)}${value.nullable === true ? " ?" : ""}`.trim();
  const text = wrappedText(name, isKey ? TYPEFACE.key : TYPEFACE.row, LONGEST.name);
  const type = typeWords === "" ? undefined : wrappedText(typeWords, TYPEFACE.type, LONGEST.type);
  return {
    attribute,
    text,
    type,
    height: ROW + Math.max(moreHeight(text), type ? moreHeight(type) : 0),
    badges: words.map((word) => measuredText(word, TYPEFACE.badge, 40)),
    stateOf: stateOfList(value.stateOf),
  };
}

function badgeWidth(badges: readonly MeasuredText[]): number {
  return badges.reduce((sum, { width }) => sum + width + BADGE_GAP, -BADGE_GAP);
}

/** Puts what an entity shows into its box. */
export function placeEntity(measured: MeasuredEntity, box: Box): DrawnEntity {
  const { entity, title, rows } = measured;
  const middle = box.y + HEAD / 2 + title.size * HALF_CAPITAL;
  const rule = box.y + headOf(title);
  let top = rule + FOOT / 2;
  const rowBox = (height: number): Box => {
    top += height;
    return { x: box.x, y: top - height, width: box.width, height };
  };
  return {
    name: entity.name,
    index: entity.index,
    weak: entity.value.weak === true,
    description: textOf(entity.value.description).trim(),
    notes: textOf(entity.value.notes).trim(),
    box,
    title: placedText(title, box.x + box.width / 2, middle, "middle"),
    rule,
    rows: rows.map((row) => placeRow(row, measured.badges, rowBox(row.height))),
  };
}

function placeRow(row: MeasuredRow, badges: number, box: Box): DrawnAttribute {
  const middle = box.y + box.height / 2;
  const baseLine = (text: MeasuredText) => middle + text.size * HALF_CAPITAL - moreHeight(text) / 2;
  let x = box.x + SIDE;
  const placed = row.badges.map((badge) => {
    const text = placedText(badge, x, baseLine(badge));
    x += badge.width + BADGE_GAP;
    return text;
  });
  const begin = box.x + SIDE + (badges > 0 ? badges + BADGE_GAP : 0);
  const hasState = row.stateOf.length > 0;
  const { attribute, text, type } = row;
  return {
    name: attribute?.name ?? "",
    box,
    text: placedText(text, begin + (hasState ? STATE_MARK : 0), baseLine(text)),
    type: type && placedText(type, box.x + box.width - SIDE, baseLine(type), "end"),
    badges: placed,
    isKey: text.weight === TYPEFACE.key.weight,
    stateOf: row.stateOf,
    stateMark: hasState ? { x: begin + 4, y: middle } : undefined,
    description: textOf(attribute?.value.description).trim(),
  };
}

/** The distance from the top of an entity to the middle of the row of an attribute; `undefined` for no such row. */
export function rowMiddle({ title, rows }: MeasuredEntity, attribute: string): number | undefined {
  const index = rows.findIndex((row) => row.attribute?.name === attribute);
  const row = rows[index];
  if (row === undefined) return undefined;
  const above = rows.slice(0, index).reduce((sum, { height }) => sum + height, headOf(title) + FOOT / 2);
  return above + row.height / 2;
}
