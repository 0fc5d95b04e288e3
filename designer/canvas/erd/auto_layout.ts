import type { EntityRelationshipDefinition, ErdNotation, LayoutBox } from "@loom/protocol";
import { type ChenDrawing, drawChen, drawErd, type MeasuredErd, measureErd } from "@loom/protocol/drawing";
import type { ErdDrawing } from "@loom/protocol";

/** A function of a document that is worked out once for each document. */
function once<Value>(
  make: (def: EntityRelationshipDefinition) => Value,
  made: WeakMap<EntityRelationshipDefinition, Value> = new WeakMap(),
) {
  return (def: EntityRelationshipDefinition): Value => {
    const known = made.get(def);
    if (known !== undefined) return known;
    const value = make(def);
    made.set(def, value);
    return value;
  };
}

/** Diagrams that have arranged themselves already. */
export const DRAWN: WeakMap<EntityRelationshipDefinition, ErdDrawing> = new WeakMap();
/** The diagram as it arranges itself, in crow's foot notation. */
export const drawingOf: (def: EntityRelationshipDefinition) => ErdDrawing = once(drawErd, DRAWN);
/** The diagram as it arranges itself, in Chen's notation. */
export const chenOf: (def: EntityRelationshipDefinition) => ChenDrawing = once(drawChen);
/** The sizes of what is in the diagram. */
export const measuredOf: (def: EntityRelationshipDefinition) => MeasuredErd = once(measureErd);

/**
 * The boxes of the entities as the diagram arranges itself.
 *
 * @example
 * ```ts
 * import { erdAutoLayout } from "@loom/designer/canvas";
 * import { assertEquals } from "@std/assert";
 * const definition = {
 *   settings: { namespace: "Shop", name: "Shop" },
 *   entities: [{ name: "Order" }],
 *   relationships: [],
 * };
 * assertEquals(Object.keys(erdAutoLayout(definition)), ["Order"]);
 * ```
 */
export function erdAutoLayout(
  definition: EntityRelationshipDefinition,
  notation: ErdNotation = "crowsfoot",
): Record<string, LayoutBox> {
  const { entities } = notation === "chen" ? chenOf(definition) : drawingOf(definition);
  return Object.fromEntries(entities.map(({ name, box }) => [name, box]));
}

/**
 * Places for entities that have none: what is known stays, and what is new goes where there is room.
 *
 * @param isGuess True when nobody chose the known places: a diagram that is new for the most part is then arranged as a whole.
 */
export function withNewEntities(
  definition: EntityRelationshipDefinition,
  known: Readonly<Record<string, LayoutBox>>,
  notation: ErdNotation = "crowsfoot",
  isGuess = false,
): Record<string, LayoutBox> {
  const sizes = notation === "chen"
    ? new Map(Object.entries(erdAutoLayout(definition, notation)))
    : measuredOf(definition).entities;
  const names = [...sizes.keys()];
  const kept = names.filter((name) => Object.hasOwn(known, name));
  if (kept.length === 0 || (isGuess && kept.length < names.length / 2)) {
    return erdAutoLayout(definition, notation);
  }
  const right = Math.max(...kept.map((name) => (known[name]?.x ?? 0) + (known[name]?.width ?? 0)));
  const top = Math.min(...kept.map((name) => known[name]?.y ?? 0));
  let y = top;
  return Object.fromEntries(names.map((name) => {
    const { width = 0, height = 0 } = sizes.get(name) ?? {};
    const own = known[name];
    if (own) return [name, { x: own.x, y: own.y, width, height }];
    const placed = { x: right + GAP, y, width, height };
    y += height + GAP;
    return [name, placed];
  }));
}

const GAP = 60;
