import {
  type Box,
  boxesById,
  type DrawnEdge,
  type DrawnLine,
  type DrawnState,
  equalJson,
  type Fit,
  type FlowDirection,
  type KeptPicture,
  type LayoutBox,
  linesById,
  type MachineDrawing,
  type StateMachineDefinition,
  walkStates,
} from "@loom/protocol";
import {
  boundsOf,
  boundsOfLine,
  boxAt,
  collapsedMachine,
  evenly,
  expanded,
  redrawMachine,
} from "@loom/protocol/drawing";
import type { BoardScene } from "../board.ts";

/** A machine as a canvas shows it: its drawing, and the ways through it. */
export interface Scene extends BoardScene {
  readonly drawing: MachineDrawing;
  /** The states that are shown, containers before what is in them. */
  readonly states: readonly DrawnState[];
  readonly edges: readonly DrawnEdge[];
  readonly byKey: ReadonlyMap<string, DrawnState>;
  readonly edgeById: ReadonlyMap<string, DrawnEdge>;
  /** The transitions that stay inside of their states, as rows of these. */
  readonly rowById: ReadonlyMap<string, { readonly state: DrawnState; readonly text: string }>;
  /** The keys of the children by the key of the parent; `undefined` for the outermost. */
  readonly children: ReadonlyMap<string | undefined, readonly string[]>;
  /** The lines that begin or end at a state. */
  readonly edgesOf: ReadonlyMap<string, readonly DrawnEdge[]>;
  /** The keys of the default states. */
  readonly initials: ReadonlySet<string>;
  /** The key of the state whose inside is shown; `undefined` for the whole machine. */
  readonly inside: string | undefined;
  /** States outside of what is shown that its lines lead to. */
  readonly ghosts: ReadonlySet<string>;
}

/** A request for a full arrangement of a machine. */
export interface ArrangementWish {
  /** The machine as it is drawn, without what is inside of collapsed states. */
  readonly shown: StateMachineDefinition;
  /** The boxes of states that stay, by their keys in a drawing. */
  readonly positions: Readonly<Record<string, Box>>;
  readonly direction: FlowDirection | "auto";
  readonly space: Fit | undefined;
}

/** A full arrangement: the boxes of all states by their keys, and the lines between them. */
export interface FullArrangement {
  readonly positions: Readonly<Record<string, Box>>;
  readonly lines: readonly DrawnLine[];
}

/** Arranges a machine in layers, around what has its place. */
export type ArrangeMachine = (wish: ArrangementWish) => Promise<FullArrangement>;

/** Options of {@linkcode sceneOf}. */
export interface SceneOptions {
  readonly definition: StateMachineDefinition;
  readonly positions: Readonly<Record<string, LayoutBox>>;
  /** Places and lines of an earlier picture, for what has no position. */
  readonly drawn?: KeptPicture | undefined;
  /** A full arrangement that was asked for. */
  readonly full?: FullArrangement | undefined;
  /** The names below the root of the states that one is inside of. */
  readonly path: readonly string[];
  /** The keys of the states that are drawn without what is inside of them. */
  readonly collapsed: readonly string[];
  readonly direction?: FlowDirection | "auto" | undefined;
  readonly space?: Fit | undefined;
  /** Lines that look at nothing between their ends are drawn at once. */
  readonly routing?: "around" | "straight" | undefined;
}

/** A scene, and what a full arrangement would need where the scene has states that were placed one by one. */
export interface MadeScene {
  readonly scene: Scene;
  readonly wish?: ArrangementWish;
}

/** The scene of a machine; what was shown before stays where it was. */
export function sceneOf(options: SceneOptions, before: Scene | undefined): MadeScene {
  const shown = withCollapsed(options.definition, options.collapsed);
  const keys = keysByPath(shown);
  const elements = keys.filter(({ names }) => names.length > 0).map(({ key, names }) => ({ id: key, names }));
  const { places = {}, lines = [] } = options.drawn ?? {};
  const kept = boxesById(elements, { ...places, ...options.positions });
  const { full, direction = "auto", space } = options;
  const positions = { ...full?.positions, ...kept };
  const previous = before && followed(before.drawing, keys);
  let isRough = false;
  const drawing = redrawMachine(shown, {
    positions,
    lines: full?.lines ?? (lines.length === 0 ? lines : linesById(elements, lines)),
    routing: options.routing,
    direction,
    space,
    ...(previous && previous.states.length > 0 ? { previous } : {}),
  }, () => isRough = true);
  const scene = sceneFrom(withSame(withoutFrame(drawing), before?.drawing), options.path);
  if (!isRough) return { scene };
  const standing = Object.fromEntries(previous?.states.map(({ key, box }) => [key, box]) ?? []);
  return { scene, wish: { shown, positions: { ...standing, ...positions }, direction, space } };
}

/** The drawing with the objects of the one before for all that is as it was: only the rest is painted again. */
function withSame(drawing: MachineDrawing, before: MachineDrawing | undefined): MachineDrawing {
  if (before === undefined) return drawing;
  const states = new Map(before.states.map((state) => [state.key, state]));
  const edges = new Map(before.edges.map((edge) => [edge.id, edge]));
  const same = <Item extends object>(item: Item, known: Item | undefined) =>
    known !== undefined && equalJson(known, item) ? known : item;
  return {
    ...drawing,
    states: drawing.states.map((state) => same(state, states.get(state.key))),
    edges: drawing.edges.map((edge) => same(edge, edges.get(edge.id))),
  };
}

/** The drawing without a box for a root that only has actions or notes: the board is its box. */
function withoutFrame(drawing: MachineDrawing): MachineDrawing {
  const root = drawing.states.find(({ slot }) => slot === "root");
  if (root === undefined || !root.isContainer) return drawing;
  const isNeeded = root.rows.some(({ id }) => id !== undefined) ||
    drawing.edges.some(({ from, to }) => from === root.key || to === root.key) ||
    drawing.states.some(({ parent, slot }) => parent === root.key && slot === "region");
  if (isNeeded) return drawing;
  const states = drawing.states.filter((state) => state !== root).map((state) =>
    state.parent === root.key ? { ...state, parent: undefined } : state
  );
  const boxes = [
    ...states.map(({ box }) => box),
    ...drawing.edges.map(({ points, label }) => boundsOfLine(points, label?.box)),
    ...drawing.initials.map(({ center, radius }) => expanded(boxAt(center), evenly(radius))),
  ];
  return { ...drawing, ...boundsOf(boxes), states };
}

/** The number of states of a machine. */
export function countStates({ state }: StateMachineDefinition): number {
  let count = 0;
  if (typeof state === "object" && state !== null) { for (const _ of walkStates(state)) count++; }
  return count;
}

/** The scene of a drawing. */
export function sceneFrom(drawing: MachineDrawing, path: readonly string[]): Scene {
  const byKey = new Map(drawing.states.map((state) => [state.key, state]));
  const inside = insideOf(drawing, path);
  const { states, edges, ghosts } = inside === undefined
    ? { states: drawing.states, edges: drawing.edges, ghosts: new Set<string>() }
    : partInside(drawing, byKey, inside);
  const children = Map.groupBy(states, ({ parent }) => parent === inside ? undefined : parent);
  const edgesOf = new Map<string, DrawnEdge[]>();
  for (const edge of edges) {
    for (const key of new Set([edge.from, edge.to])) {
      const known = edgesOf.get(key);
      if (known) known.push(edge);
      else edgesOf.set(key, [edge]);
    }
  }
  return {
    drawing,
    states,
    edges,
    byKey,
    children: new Map([...children].map(([key, list]) => [key, list.map((one) => one.key)])),
    edgesOf,
    edgeById: new Map(drawing.edges.map((edge) => [edge.id, edge])),
    rowById: new Map(
      states.flatMap((state) =>
        state.rows.flatMap(({ id, text }) =>
          id === undefined ? [] : [[id, { state, text: text.full }] as const]
        )
      ),
    ),
    mapBoxes: states,
    initials: new Set(drawing.initials.map(({ to }) => to)),
    bounds: boundsFor(drawing, states, inside, ghosts),
    inside,
    ghosts,
  };
}

function boundsFor(
  drawing: MachineDrawing,
  states: readonly DrawnState[],
  inside: string | undefined,
  ghosts: ReadonlySet<string>,
): Box | undefined {
  if (states.length === 0) return undefined;
  if (inside === undefined) return drawing;
  const boxes = states.filter(({ key }) => !ghosts.has(key)).map(({ box }) => box);
  return boxes.length === 0 ? undefined : boundsOf(boxes);
}

/** The key of the deepest state on a path of names that is there; `undefined` for the root. */
function insideOf({ states }: MachineDrawing, path: readonly string[]): string | undefined {
  let inside: DrawnState | undefined;
  const root = states.find(({ parent, slot }) => parent === undefined && slot === "root");
  for (const name of path) {
    const parent = inside?.key ?? root?.key;
    const next = states.find((state) => state.name === name && state.parent === parent);
    if (next === undefined) break;
    inside = next;
  }
  return inside?.key;
}

/** The inside of a state, with its lines and, as ghosts, the outer states that these lead to. */
function partInside(drawing: MachineDrawing, byKey: ReadonlyMap<string, DrawnState>, inside: string) {
  const isInside = (key: string): boolean => {
    for (let at = byKey.get(key)?.parent; at !== undefined; at = byKey.get(at)?.parent) {
      if (at === inside) return true;
    }
    return false;
  };
  const kept = new Set(drawing.states.filter(({ key }) => isInside(key)).map(({ key }) => key));
  const edges = drawing.edges.filter(({ from, to }) => kept.has(from) || kept.has(to));
  const ghosts = new Set(edges.flatMap(({ from, to }) => [from, to]).filter((key) => !kept.has(key)));
  ghosts.delete(inside);
  return {
    states: drawing.states.filter(({ key }) => kept.has(key) || ghosts.has(key)),
    edges: edges.filter(({ from, to }) => from !== inside && to !== inside),
    ghosts,
  };
}

/** A state's key by its path in the document, and the names of what is around it without the root, and its own. */
interface KnownState {
  readonly key: string;
  readonly path: string;
  readonly names: readonly string[];
}

/** The keys that a drawing gives: the name, and for a later state of the same name its path. */
function keysByPath(definition: StateMachineDefinition): KnownState[] {
  const taken = new Set<string>();
  const namesOf = new Map<unknown, readonly string[]>();
  const known: KnownState[] = [];
  if (typeof definition.state !== "object" || definition.state === null) return known;
  for (const { state, parent, path } of walkStates(definition.state)) {
    const name = typeof state.name === "string" ? state.name : "";
    const names = parent === null ? [] : [...namesOf.get(parent) ?? [], name];
    namesOf.set(state, names);
    known.push({ key: name !== "" && !taken.has(name) ? name : path, path, names });
    taken.add(name);
  }
  return known;
}

/** A drawing under the keys that its states have now: one that was renamed keeps its place. */
function followed(drawing: MachineDrawing, known: readonly KnownState[]): MachineDrawing {
  const now = new Set(known.map(({ key }) => key));
  const before = new Set(drawing.states.map(({ key }) => key));
  const byPath = new Map(known.map(({ path, key }) => [path, key]));
  const renamed = new Map<string, string>();
  for (const { key, path } of drawing.states) {
    const next = byPath.get(path);
    if (!now.has(key) && next !== undefined && !before.has(next)) renamed.set(key, next);
  }
  if (renamed.size === 0) return drawing;
  const of = (key: string) => renamed.get(key) ?? key;
  return {
    ...drawing,
    states: drawing.states.map((state) => ({ ...state, key: of(state.key) })),
    edges: drawing.edges.map((edge) => ({
      ...edge,
      id: renamed.has(edge.from) ? of(edge.from) + edge.id.slice(edge.from.length) : edge.id,
      from: of(edge.from),
      to: of(edge.to),
    })),
  };
}

function withCollapsed(
  definition: StateMachineDefinition,
  collapsed: readonly string[],
): StateMachineDefinition {
  if (collapsed.length === 0) return definition;
  const names = new Set(keysByPath(definition).map(({ names }) => names.at(-1)));
  return collapsedMachine(definition, collapsed.filter((name) => names.has(name)));
}
