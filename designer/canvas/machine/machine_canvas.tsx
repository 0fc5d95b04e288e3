import { depthFill, depthsOf, describeMachine } from "@loom/protocol/drawing";
import type { Box } from "@loom/protocol";
import type { VNode } from "preact";
import { useCallback, useMemo } from "preact/hooks";
import { useBoard, type WithHandle } from "../board.ts";
import { BoardCanvas } from "../board_canvas.tsx";
import { type DrawFar, drawFar } from "../far_layer.tsx";
import { Icon } from "../hud.tsx";
import type { MirrorItem, MirrorList } from "../mirror.tsx";
import type { CanvasContent, PaneView } from "../pane.tsx";
import { beginningOf, NARROW } from "../view_window.ts";
import { type MachineBoard, stateKey, transitionKey, transitionName } from "./board.ts";
import { MACHINE_BOARD } from "./kind.tsx";
import { brushFor, paintedWorld } from "./paint.tsx";
import { BOARD_KEYS, type StateMachineCanvasProps } from "./props.ts";
import type { ArrangeMachine, Scene } from "./scene.ts";
import { TransitionForm } from "./transition_form.tsx";
import { useScene } from "./use_scene.ts";

const NO_NAMES: readonly string[] = [];
const NOTHING: ReadonlySet<string> = new Set();
const HELP = `${BOARD_KEYS.map(({ keys, does }) => `${keys}: ${does}`).join(". ")}.`;

/** A machine that is shown and edited, with a layout of the host's for what has no place. */
export function MachineCanvas(
  { arrange, ...props }: WithHandle<StateMachineCanvasProps> & { readonly arrange: ArrangeMachine },
): CanvasContent {
  const board = useBoard(MACHINE_BOARD, props);
  const { scene, fitKey, isWaiting } = useScene(props, arrange);
  board.show(scene);
  const { move } = board.state;
  const active = useMemo(() => new Set(props.activeStates ?? NO_NAMES), [props.activeStates]);
  const brush = useMemo(() => brushFor(scene, active), [scene, active]);
  const world = useCallback(
    (view: PaneView) => paintedWorld({ scene, brush, active, move }, view, false),
    [scene, brush, active, move],
  );
  const over = move && ((view: PaneView) => paintedWorld({ scene, brush, active, move }, view, true));
  const moving = move?.keys ?? NOTHING;
  const far = useMemo(() => farOf(scene, active, moving), [scene, active, moving]);
  const lists = useMemo(() => machineLists(scene, active), [scene, active]);
  const outline = useCallback(() => describeMachine(scene.drawing, active), [scene, active]);
  const { kind, id } = props.selection ?? {};
  return (
    <BoardCanvas
      board={board}
      handleRef={props.ref}
      label={labelOf(props, scene)}
      world={world}
      over={over}
      far={far}
      lists={lists}
      help={HELP}
      outline={outline}
      wanted={props.selection && (kind && id ? `${kind}:${id}` : "")}
      hint={hintOf(board)}
      fitKey={fitKey}
      emptyHint="Nothing here yet."
      isWaiting={isWaiting}
      modes={[props.drawMode === "transition" && "slc-pane--drawing"]}
      firstView={(bounds, size) =>
        size.width < NARROW ? beginningOf(bounds, size, READABLE, startOf(scene)) : undefined}
      showMap={props.showMap}
    >
      {(size) => (
        <>
          {props.showBreadcrumb === false ? null : (
            <Crumbs
              root={props.rootLabel ?? (props.definition.state?.name || "Machine")}
              path={props.path ?? NO_NAMES}
              onNavigateTo={(depth) => props.onNavigateTo?.(depth)}
            />
          )}
          <TransitionForm board={board} size={size} />
        </>
      )}
    </BoardCanvas>
  );
}

/** The scale at which names and events can still be read. */
const READABLE = 0.6;

/** The box of the first state without others inside that something begins in. */
function startOf({ drawing, byKey, states }: Scene): Box | undefined {
  const initials = new Set(drawing.initials.map(({ to }) => to));
  return (states.find(({ key, isContainer }) => !isContainer && initials.has(key)) ??
    byKey.values().next().value)?.box;
}

/** A machine from afar, without the states that are moving and their lines. */
function farOf(
  { drawing, states, edges }: Scene,
  active: ReadonlySet<string>,
  hidden: ReadonlySet<string>,
): DrawFar {
  const depths = depthsOf(drawing);
  const boxes = states.filter(({ key }) => !hidden.has(key)).map(({ key, name, box, isContainer }) => ({
    box,
    isContainer,
    name: isContainer ? name : undefined,
    fill: isContainer
      ? depthFill(depths.get(key) ?? 0)
      : active.has(name)
      ? "active" as const
      : "nodeFill" as const,
  }));
  return drawFar({
    containers: boxes.filter(({ isContainer }) => isContainer),
    lines: edges.filter(({ from, to }) => !hidden.has(from) && !hidden.has(to)).map(({ points }) => points),
    boxes: boxes.filter(({ isContainer }) => !isContainer),
  });
}

function labelOf({ rootLabel }: StateMachineCanvasProps, { drawing, states }: Scene): string {
  const name = rootLabel ?? drawing.name;
  return `Board${name === "" ? "" : ` of ${name}`}: ${states.length} state${states.length === 1 ? "" : "s"}`;
}

function hintOf({ state: { link }, props, tools }: MachineBoard): string | undefined {
  if (props.drawMode !== "transition") return undefined;
  const source = props.drawSource ?? link?.from.slice("state:".length);
  const press = tools?.isCoarse ? "Tap" : "Click";
  return source
    ? `${press} the target of the transition from ${source}; Esc ends`
    : `${press} the source of the transition`;
}

interface CrumbsProps {
  readonly root: string;
  readonly path: readonly string[];
  readonly onNavigateTo: (depth: number) => void;
}

/** The way from the outermost level to the one that is shown. */
function Crumbs({ root, path, onNavigateTo }: CrumbsProps): VNode | null {
  if (path.length === 0) return null;
  return (
    <nav class="slc-crumbs" aria-label="Level" data-canvas-chrome="">
      {[root, ...path].map((name, depth) => {
        const isCurrent = depth === path.length;
        return (
          <>
            {depth > 0 ? <Icon name="chevron" /> : null}
            <button
              key={depth}
              type="button"
              class={isCurrent ? "slc-crumb slc-crumb--current" : "slc-crumb"}
              aria-current={isCurrent ? "true" : undefined}
              onClick={() => onNavigateTo(depth)}
            >
              {name}
            </button>
          </>
        );
      })}
    </nav>
  );
}

/** The states as a tree and the transitions as a list, for those who do not see the board. */
function machineLists(scene: Scene, active: ReadonlySet<string>): MirrorList[] {
  const name = scene.drawing.name;
  const states: MirrorItem[] = [];
  const visit = (keys: readonly string[], level: number) => {
    for (const key of keys) {
      states.push({
        key: stateKey(key),
        level,
        text: () => scene.byKey.get(key)?.name || "unnamed",
        more: () => moreOf(scene, key, active),
      });
      visit(scene.children.get(key) ?? [], level + 1);
    }
  };
  visit((scene.children.get(undefined) ?? []).filter((key) => !scene.ghosts.has(key)), 1);
  // Lines first, then the transitions that stay inside of their states.
  const ids = [
    ...scene.edges.filter(({ kind }) => kind !== "further").map(({ id }) => id),
    ...scene.rowById.keys(),
  ];
  return [
    { role: "tree", label: `States${name === "" ? "" : ` of ${name}`}`, items: states },
    {
      role: "listbox",
      label: "Transitions",
      items: ids.map((id) => ({ key: transitionKey(id), level: 1, text: () => transitionName(scene, id) })),
      beside(key, isRight) {
        const edge = scene.edgeById.get(key.slice("transition:".length));
        return edge && stateKey(isRight ? edge.to : edge.from);
      },
    },
  ];
}

/** Transitions of a state that are read at most. */
const MOST = 8;

/** More about a state than its name. */
function moreOf(scene: Scene, key: string, active: ReadonlySet<string>): string {
  const state = scene.byKey.get(key);
  const out = (scene.edgesOf.get(key) ?? []).filter(({ from }) => from === key);
  const said = out.slice(0, MOST).map(({ event, to, kind }) =>
    `${kind === "join" ? "when complete" : event === "" ? "at once" : `on ${event}`} to ${
      scene.byKey.get(to)?.name ?? to
    }`
  );
  return [
    scene.initials.has(key) ? "initial" : "",
    state?.kind === "normal" ? "" : state?.kind ?? "",
    state?.slot === "region" ? "region" : "",
    active.has(state?.name ?? "") ? "active" : "",
    ...said,
    out.length > MOST ? `and ${out.length - MOST} more` : "",
  ].filter(Boolean).join(", ");
}
