import {
  type Box,
  entitiesOf,
  type JsonObject,
  type Point,
  relationshipsOf,
  textOrEmpty,
} from "@loom/protocol";
import { command, openEdit, removeBy, report, take, typeOf } from "../board.ts";
import type { CanvasCommand } from "../command.ts";
import { addingAttribute, attributeText, changingAttribute } from "./attribute_text.ts";
import { entitiesInHand, type ErdBoard, lineOf, placeEntities, tableOf } from "./board.ts";
import { attributesIn, type RelatedEnd, relating } from "./relating.ts";
import { attributeKey, entityKey, relationshipKey } from "./scene.ts";

const NEW_ENTITY = { width: 160, height: 28 };
const ROW_HEIGHT = 22;
const COMMON_TYPES = ["int", "string", "text", "boolean", "date", "timestamp", "decimal(10,2)", "uuid"];
/** The most texts that a field offers. */
const OFFERED = 12;

/** Opens the field for the name of a new entity; Enter opens that of its first attribute. */
export function addEntity(board: ErdBoard, at: Point): void {
  const box = { x: Math.round(at.x - NEW_ENTITY.width / 2), y: Math.round(at.y - 14), ...NEW_ENTITY };
  let added = "";
  openEdit(board, {
    box: () => box,
    text: "",
    label: "Name of the new entity",
    placeholder: "Name of the entity",
    commit(name) {
      added = name;
      const refusal = command(board, [{ id: "entity.add", values: { name } }]);
      if (refusal !== undefined) return refusal;
      placeEntities(board.props, { [name]: box }, true);
      take(board, [entityKey(name)]);
      return undefined;
    },
    next: (byKey) =>
      byKey && addAttribute(board, added, { ...box, y: box.y + box.height, height: ROW_HEIGHT }),
  });
}

/**
 * Opens the field for a new attribute of an entity; Enter opens it again for the next one.
 *
 * @param at The place of the field. Default: below the last attribute.
 */
export function addAttribute(board: ErdBoard, entity: string, at?: Box): void {
  const box = at ?? placeBelow(board, entity);
  if (box === undefined) return;
  openEdit(board, {
    box: () => box,
    text: "",
    label: `New attribute of ${entity}: name, type`,
    placeholder: "name type",
    look: "mono",
    completions: (text) => completionsFor(board, text),
    commit: (text) => command(board, addingAttribute(entity, text)),
    next: (byKey) => byKey && addAttribute(board, entity, { ...box, y: box.y + ROW_HEIGHT }),
  });
}

function placeBelow(board: ErdBoard, entity: string): Box | undefined {
  const table = tableOf(board, entityKey(entity));
  if (table === undefined) return undefined;
  const last = board.props.notation === "chen" ? undefined : table.rows.at(-1)?.box;
  const { x, y, width, height } = table.box;
  return { x, y: last ? last.y + last.height : y + height, width, height: ROW_HEIGHT };
}

/** Opens the field for the line of an attribute. */
export function editAttribute(board: ErdBoard, key: string): void {
  const row = board.scene.rows.get(key);
  const was = row && attributesIn(board.props.definition, row.entity).find(({ name }) => name === row.name);
  if (!row || !was) return;
  const { entity, name } = row;
  openEdit(board, {
    box: () => board.scene.rows.get(key)?.box ?? row.box,
    text: attributeText(was),
    label: `Attribute ${name} of ${entity}: name, type`,
    look: "mono",
    completions: (text) => completionsFor(board, text),
    commit(text) {
      const commands = changingAttribute(entity, was, text);
      const refusal = command(board, commands);
      const renamed = commands.find(({ id }) => id === "attribute.rename")?.values.newName;
      if (refusal === undefined && typeof renamed === "string") take(board, [attributeKey(entity, renamed)]);
      return refusal;
    },
  });
}

/** Opens the field for the name of an entity. */
export function renameEntity(board: ErdBoard, entity: string): void {
  const box = tableOf(board, entityKey(entity))?.box;
  if (!box) return;
  openEdit(board, {
    box: () => ({ ...box, height: Math.min(box.height, 40) }),
    text: entity,
    label: `Name of ${entity}`,
    commit(newName) {
      const at = board.props.positions[entity];
      const refusal = command(board, [{ id: "entity.rename", values: { name: entity, newName } }]);
      if (refusal !== undefined) return refusal;
      // Under its new name it stays where it is.
      if (at) placeEntities(board.props, { [newName]: at }, true);
      take(board, [entityKey(newName)]);
      return undefined;
    },
  });
}

/** Opens the field for the verb of a relationship. */
export function editLabel(board: ErdBoard, key: string): void {
  const line = lineOf(board, key);
  if (!line) return;
  const { x, y, width, height } = line.label;
  const wide = Math.max(width, 120);
  openEdit(board, {
    box: () => ({ x: x + (width - wide) / 2, y, width: wide, height }),
    text: textOrEmpty(relationshipAt(board, line.index).label),
    label: `What ${line.from} does with ${line.to}`,
    placeholder: "verb, such as places",
    commit: (newLabel) => command(board, [relationshipEdit(board, "update", line.index, { newLabel })]),
  });
}

/** The fields of a relationship. */
export function relationshipAt({ props }: ErdBoard, index: number): JsonObject {
  return relationshipsOf(props.definition).find((one) => one.index === index)?.value ?? {};
}

/** An edit of a relationship. */
export function relationshipEdit(
  board: ErdBoard,
  edit: "update" | "remove",
  index: number,
  changes: Readonly<Record<string, unknown>> = {},
): CanvasCommand {
  const { from, to, label } = relationshipAt(board, index);
  return { id: `relationship.${edit}`, values: { from, to, index, label: textOrEmpty(label), ...changes } };
}

/** Removes what is in hand. */
export function removeInHand(board: ErdBoard): boolean {
  const [key = ""] = board.state.hand;
  const line = lineOf(board, key);
  if (line) return removeBy(board, [relationshipEdit(board, "remove", line.index)]);
  const row = board.scene.rows.get(key);
  if (row) {
    const { entity, name } = row;
    return removeBy(board, [{ id: "attribute.remove", values: { entity, name } }], [entityKey(entity)]);
  }
  return removeBy(board, entitiesInHand(board).map((name) => ({ id: "entity.remove", values: { name } })));
}

/** The end of a relationship that an element is. */
function endOf(board: ErdBoard, key: string): RelatedEnd | undefined {
  const row = board.scene.rows.get(key);
  if (row) return { entity: row.entity, attribute: row.name };
  const entity = typeOf(key) === "entity" ? tableOf(board, key)?.name : undefined;
  return entity === undefined ? undefined : { entity, attribute: undefined };
}

/** Makes a relationship between two elements. */
export function relate(board: ErdBoard, fromKey: string, toKey: string): void {
  const [from, to] = [endOf(board, fromKey), endOf(board, toKey)];
  if (!from || !to) return;
  const count = relationshipsOf(board.props.definition).length;
  if (command(board, relating(board.props.definition, from, to)) !== undefined) return;
  take(board, [relationshipKey(count)]);
  report(board, `Related ${from.entity} and ${to.entity}.`);
}

/** Texts that can be typed for an attribute: types of the document after its name, or keys that it can refer to. */
function completionsFor(board: ErdBoard, text: string): readonly string[] {
  const { definition } = board.props;
  const arrow = text.indexOf("->");
  if (arrow >= 0) {
    const before = text.slice(0, arrow).trimEnd();
    return entitiesOf(definition).flatMap(({ name }) =>
      attributesIn(definition, name).filter(({ key }) => key !== undefined).map((one) =>
        `${before} -> ${name}.${one.name}`
      )
    ).slice(0, OFFERED);
  }
  const name = /^\s*(\S+)\s/.exec(text)?.[1];
  if (name === undefined) return [];
  const used = entitiesOf(definition).flatMap((entity) =>
    attributesIn(definition, entity.name).map(({ type }) => type)
  );
  return [...new Set([...used, ...COMMON_TYPES])].filter((type) => type !== "").slice(0, OFFERED).map((
    type,
  ) => `${name} ${type}`);
}
