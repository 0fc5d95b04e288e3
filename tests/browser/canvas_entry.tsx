/// <reference lib="dom" />
/**
 * A page with a canvas alone, as another application would mount it: the host is what stands here.
 *
 * @module
 */
import {
  type AnyOp,
  applyPatchOps,
  type Direction,
  invertOps,
  type LayoutBox,
  MACHINE_KIND,
  type MachineOp,
  type Point,
  type StateMachineDefinition,
  type Viewport,
} from "@loom/protocol";
import { type FunctionComponent, render } from "preact";
import { useRef, useState } from "preact/hooks";
import {
  type CanvasHandle,
  EntityRelationshipCanvas,
  SequenceCanvas,
  StateMachineCanvas,
  SystemMapCanvas,
} from "../../designer/canvas/mod.ts";
import { arrangeHere } from "../../designer/canvas/machine/state_machine_canvas.tsx";
import { LayoutSession } from "../../designer/workspace/layout_session.ts";
import { MachineBoard } from "../../designer/workspace/machine_board.tsx";
import { OutsideSteps } from "../../designer/workspace/outside_steps.ts";

/** Props of a canvas. */
interface KindProps {
  readonly positions?: Readonly<Record<string, LayoutBox>>;
}

/** The kinds of canvases. */
export type CanvasKind = "machine" | "erd" | "sequence" | "system";

/** What a test sees of the page. */
export interface CanvasPage {
  /** Shows a machine read-only, with the least that a canvas needs. */
  mount(def: StateMachineDefinition, positions?: Record<string, LayoutBox>, props?: object): void;
  /** Shows a machine in another element, beside what is shown. */
  mountIn(selector: string, def: StateMachineDefinition, positions: Record<string, LayoutBox>): void;
  /** Shows a document of any kind with the props of its canvas, and callbacks that are only recorded. */
  mountKind(kind: CanvasKind, props: KindProps, callbacks?: readonly string[]): void;
  /** Changes props of the canvas that `mountKind` shows. */
  change(props: KindProps): void;
  /** The names of the callbacks that have run since the canvas was mounted. */
  calls(): readonly string[];
  /** The methods of the canvas. */
  handle(): CanvasHandle | null;
  /** Edits a machine. */
  edit(def: StateMachineDefinition, places?: Record<string, LayoutBox>): void;
  definition(): StateMachineDefinition;
  viewport(): Viewport;
  /** Shows a part of the world. */
  show(viewport: Viewport): void;
  /** The middle on the page of the state that is nearest to a place. */
  stateNear(place: Point): Point;
  places(): Readonly<Record<string, object>>;
}

let current: StateMachineDefinition;
let viewport: Viewport = { x: 0, y: 0, scale: 1 };
let show: (viewport: Viewport) => void = () => {};
let given: Readonly<Record<string, LayoutBox>> = {};
let layout: LayoutSession;

function Shown(
  { def, positions, props }: {
    def: StateMachineDefinition;
    positions: Record<string, LayoutBox>;
    props: object;
  },
) {
  const [view, setView] = useState<Viewport>({ x: 0, y: 0, scale: 1 });
  viewport = view;
  show = setView;
  given = positions;
  return (
    <StateMachineCanvas
      definition={def}
      positions={positions}
      viewport={view}
      onViewportChange={setView}
      fitKey="page"
      onMove={() => {}}
      {...props}
    />
  );
}

const CANVASES = {
  machine: StateMachineCanvas,
  erd: EntityRelationshipCanvas,
  sequence: SequenceCanvas,
  system: SystemMapCanvas,
} as object as Readonly<Record<CanvasKind, FunctionComponent<object>>>;

let mounted: { readonly kind: CanvasKind; readonly props: KindProps; readonly recorded: object } | undefined;
let calls: string[] = [];
const handle: { current: CanvasHandle | null } = { current: null };

function ShownKind({ kind, props }: { readonly kind: CanvasKind; readonly props: object }) {
  const [view, setView] = useState<Viewport>({ x: 0, y: 0, scale: 1 });
  viewport = view;
  show = setView;
  const Canvas = CANVASES[kind];
  const shared = { viewport: view, onViewportChange: setView, ref: handle };
  return <Canvas {...shared} {...props} />;
}

function showMounted(): void {
  if (mounted) {
    render(<ShownKind kind={mounted.kind} props={{ ...mounted.recorded, ...mounted.props }} />, root);
  }
}

/** A session of the document that is shown. */
function documentInMemory(show: (def: StateMachineDefinition) => void) {
  const edits: Record<Direction, (readonly MachineOp[])[]> = { undo: [], redo: [] };
  const apply = (ops: readonly MachineOp[], back: Direction) => {
    edits[back].push(invertOps(ops, current));
    current = applyPatchOps(current, ops);
    show(current);
  };
  return {
    edit: (ops: readonly AnyOp[]) => apply(ops as readonly object[] as readonly MachineOp[], "undo"),
    step(direction: Direction) {
      const ops = edits[direction].pop();
      if (ops) apply(ops, direction === "undo" ? "redo" : "undo");
      return ops !== undefined;
    },
  };
}

function Edited({ def: begin }: { readonly def: StateMachineDefinition }) {
  const [def, setDef] = useState(begin);
  const [selected, setSelected] = useState("");
  const [hand, setHand] = useState<readonly string[]>([]);
  current = def;
  const { current: steps } = useRef(new OutsideSteps(documentInMemory(setDef), console.error));
  return (
    <MachineBoard
      row={MACHINE_KIND as never}
      docId="/door.smdf.json"
      def={def as never}
      layout={layout}
      arrange={arrangeHere}
      active={[]}
      selected={selected}
      errors={[]}
      warnings={[]}
      inSight=""
      hand={hand}
      onHand={setHand}
      takesFocus={false}
      system={undefined}
      readOnly={false}
      isLocked={false}
      onLock={() => {}}
      onSay={console.error}
      onSelect={setSelected}
      peers={[]}
      onEdit={(ops: readonly AnyOp[]) => steps.edit(ops)}
      onStep={(step) => steps.record(step)}
      onPointer={() => {}}
      onUndo={() => steps.step("undo")}
      onRedo={() => steps.step("redo")}
    />
  );
}

const root = document.getElementById("page") ?? document.body;
const page: CanvasPage = {
  mount(def, positions = {}, props = {}) {
    current = def;
    render(null, root);
    render(<Shown def={def} positions={positions} props={props} />, root);
  },
  mountIn(selector, def, positions) {
    const element = document.querySelector(selector);
    if (element) render(<Shown def={def} positions={positions} props={{}} />, element);
  },
  mountKind(kind, props, callbacks = []) {
    given = props.positions ?? {};
    calls = [];
    const recorded = Object.fromEntries(callbacks.map((name) => [name, () => void calls.push(name)]));
    mounted = { kind, props, recorded };
    render(null, root);
    showMounted();
  },
  change(props) {
    if (mounted) mounted = { ...mounted, props: { ...mounted.props, ...props } };
    showMounted();
  },
  calls: () => calls,
  handle: () => handle.current,
  edit(def, places = {}) {
    const answer = { arrangement: { collapsed: [], places, notations: {} } };
    layout = new LayoutSession("/door.smdf.json", {
      fetch: () => Promise.resolve(new Response(JSON.stringify(answer))),
      openStream: () => () => {},
    });
    render(null, root);
    render(<Edited def={def} />, root);
  },
  definition: () => current,
  viewport: () => viewport,
  show: (next) => show(next),
  stateNear({ x, y }) {
    const middles = Object.entries(given).filter(([name]) => !name.startsWith("Group")).map(([, box]) => ({
      x: (box.x + box.width / 2) * viewport.scale + viewport.x,
      y: (box.y + box.height / 2) * viewport.scale + viewport.y,
    }));
    const far = (place: Point) => Math.hypot(place.x - x, place.y - y);
    return middles.reduce((best, place) => far(place) < far(best) ? place : best, middles[0] ?? { x, y });
  },
  places: () => layout.arrangement().places,
};
Object.assign(globalThis, { canvas: page });
