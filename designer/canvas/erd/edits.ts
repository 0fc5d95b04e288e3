import {
  type Box,
  entitiesOf,
  type LayoutBox,
  type Point,
  relationshipsOf,
  textOrEmpty,
} from "@loom/protocol";
import { middleOf } from "@loom/protocol/drawing";
import type { CanvasCommand } from "../command.ts";
import { addingAttribute, attributeText, changingAttribute } from "./attribute_text.ts";
import { canEdit, command, EMPTY_HAND, type ErdBoard, take, takeEntities } from "./board.ts";
import { attributesIn, type RelatedEnd, relating } from "./relating.ts";

const NEW_ENTITY = { width: 160, height: 28 };
const ROW_HEIGHT = 22;
const COMMON_TYPES = ["int", "string", "text", "boolean", "date", "timestamp", "decimal(10,2)", "uuid"];
/** The most texts that a field offers. */
const OFFERED = 12;

let edits = 0;
const newId = () => `edit ${++edits}`;

/** Opens the field for the name of a new entity. */
export function addEntity(board: ErdBoard, at: Point): void {
  if (!canEdit(board)) return;
  const box = { x: Math.round(at.x - NEW_ENTITY.width / 2), y: Math.round(at.y - 14), ...NEW_ENTITY };
  let added = "";
  board.set({
    edit: {
      id: newId(),
      box,
      text: "",
      label: "Name of the new entity",
      placeholder: "Name of the entity",
      commit(name) {
        added = name;
        const refusal = command(board, [{ id: "entity.add", values: { name } }]);
        if (refusal !== undefined) return refusal;
        tellPlace(board, name, box);
        takeEntities(board, [name]);
        return undefined;
      },
      next: () => addAttribute(board, added, { ...box, y: box.y + box.height, height: ROW_HEIGHT }),
    },
  });
}

function tellPlace({ props }: ErdBoard, name: string, box: LayoutBox): void {
  if (props.onMove) props.onMove({ [name]: box });
  else props.onEntityMove?.(name, box);
}

/**
 * Opens the field for a new attribute of an entity; Enter opens it again for the next one.
 *
 * @param at The place of the field. Default: below the last attribute.
 */
export function addAttribute(board: ErdBoard, entity: string, at?: Box): void {
  const box = at ?? placeBelow(board, entity);
  if (!canEdit(board) || box === undefined) return;
  board.set({
    edit: {
      id: newId(),
      box,
      text: "",
      label: `New attribute of ${entity}: name, type`,
      placeholder: "name type",
      isMono: true,
      completions: (text) => completionsFor(board, text),
      commit: (text) => command(board, addingAttribute(entity, text)),
      next: () => addAttribute(board, entity, { ...box, y: box.y + ROW_HEIGHT }),
    },
  });
}

function placeBelow({ scene, props }: ErdBoard, entity: string): Box | undefined {
  const table = scene.tables.find(({ name }) => name === entity);
  if (table === undefined) return undefined;
  const last = props.notation === "chen" ? undefined : table.rows.at(-1)?.box;
  const { x, y, width, height } = table.box;
  return { x, y: last ? last.y + last.height : y + height, width, height: ROW_HEIGHT };
}

/** Opens the field for the line of an attribute. */
export function editAttribute(board: ErdBoard, entity: string, attribute: string): void {
  const was = attributesIn(board.props.definition, entity).find(({ name }) => name === attribute);
  const row = board.scene.tables.find(({ name }) => name === entity)?.rows.find(({ name }) =>
    name === attribute
  );
  if (!canEdit(board) || !was || !row) return;
  board.set({
    edit: {
      id: newId(),
      box: row.box,
      text: attributeText(was),
      label: `Attribute ${attribute} of ${entity}: name, type`,
      isMono: true,
      completions: (text) => completionsFor(board, text),
      commit(text) {
        const commands = changingAttribute(entity, was, text);
        const refusal = command(board, commands);
        const renamed = commands.find(({ id }) => id === "attribute.rename")?.values.newName;
        if (refusal === undefined && typeof renamed === "string") {
          take(board, { ...EMPTY_HAND, entities: new Set([entity]), attribute: renamed });
        }
        return refusal;
      },
    },
  });
}

/** Opens the field for the name of an entity. */
export function renameEntity(board: ErdBoard, entity: string): void {
  const box = board.scene.tables.find(({ name }) => name === entity)?.box;
  if (!canEdit(board) || !box) return;
  board.set({
    edit: {
      id: newId(),
      box: { ...box, height: Math.min(box.height, 40) },
      text: entity,
      label: `Name of ${entity}`,
      commit(newName) {
        const at = board.props.positions[entity];
        const refusal = command(board, [{ id: "entity.rename", values: { name: entity, newName } }]);
        if (refusal !== undefined) return refusal;
        // Under its new name it stays where it is.
        if (at) tellPlace(board, newName, at);
        takeEntities(board, [newName]);
        return undefined;
      },
    },
  });
}

/** Opens the field for the verb of a relationship. */
export function editLabel(board: ErdBoard, index: number): void {
  const line = board.scene.lines.find((one) => one.index === index);
  const value = relationshipsOf(board.props.definition).find((one) => one.index === index)?.value;
  if (!canEdit(board) || !line || !value) return;
  const { x, y, width, height } = line.label;
  const wide = Math.max(width, 120);
  board.set({
    edit: {
      id: newId(),
      box: { x: x + (width - wide) / 2, y, width: wide, height },
      text: textOrEmpty(value.label),
      label: `What ${line.from} does with ${line.to}`,
      placeholder: "verb, such as places",
      commit: (newLabel) => command(board, [updating(board, index, { newLabel })]),
    },
  });
}

/** The edit that changes fields of a relationship. */
export function updating(
  board: ErdBoard,
  index: number,
  changes: Readonly<Record<string, unknown>>,
): CanvasCommand {
  const value = relationshipsOf(board.props.definition).find((one) => one.index === index)?.value ?? {};
  return {
    id: "relationship.update",
    values: { from: value.from, to: value.to, index, label: textOrEmpty(value.label), ...changes },
  };
}

/** Removes what is in hand. */
export function removeInHand(board: ErdBoard): boolean {
  const { entities, attribute, relationship } = board.state.hand;
  const [entity] = entities;
  const commands = relationship !== undefined
    ? [removing(board, relationship)]
    : attribute !== undefined && entity !== undefined
    ? [{ id: "attribute.remove", values: { entity, name: attribute } }]
    : [...entities].map((name) => ({ id: "entity.remove", values: { name } }));
  if (commands.length === 0 || !canEdit(board)) return false;
  if (command(board, commands) === undefined) {
    const left = attribute === undefined ? EMPTY_HAND : { ...EMPTY_HAND, entities };
    take(board, left);
    board.set({ said: "Removed." });
  }
  return true;
}

function removing(board: ErdBoard, index: number): CanvasCommand {
  const value = relationshipsOf(board.props.definition).find((one) => one.index === index)?.value ?? {};
  return {
    id: "relationship.remove",
    values: { from: value.from, to: value.to, index, label: textOrEmpty(value.label) },
  };
}

/** Makes a relationship between two ends. */
export function relate(board: ErdBoard, from: RelatedEnd, to: RelatedEnd): void {
  const count = relationshipsOf(board.props.definition).length;
  if (command(board, relating(board.props.definition, from, to)) !== undefined) return;
  take(board, { ...EMPTY_HAND, relationship: count });
  board.set({ said: `Related ${from.entity} and ${to.entity}.` });
}

/** What can be typed for an attribute: types of the document after its name, or what it can refer to. */
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

/** The middle of what is in hand, else of the pane, in pixels of the pane. */
export function placeOf(board: ErdBoard, box: Box | undefined): Point {
  const { width = 0, height = 0 } = board.tools?.size ?? {};
  if (box === undefined) return { x: width / 2, y: height / 2 };
  const { x, y, scale } = board.props.viewport;
  const middle = middleOf(box);
  return { x: middle.x * scale + x, y: middle.y * scale + y };
}
