import { type Finding, IDENTITY_VIEWPORT, type SequenceDefinition, type Viewport } from "@loom/protocol";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { SequenceReplay, SequenceSelection } from "../canvas/sequence/board.ts";
import { SequenceCanvas } from "../canvas/sequence/sequence_canvas.tsx";
import { SequenceLines } from "../canvas/sequence/sequence_lines.tsx";
import type { BoardProps } from "./board_props.ts";
import { useLayout, useRemembered } from "./remembered.ts";
import type { ScenarioReplay } from "./scenario_replay.ts";
import { commandsFor } from "./use_commands.ts";

/** The canvas of a scenario in its page, with its lines and its replay beside it. */
export function Board(props: BoardProps) {
  const { docId, selected, onSelect, readOnly, findings } = props;
  const def = props.def as object as SequenceDefinition;
  const [viewport, setViewport] = useState<Viewport>(IDENTITY_VIEWPORT);
  const layout = useLayout();
  const standard: { readonly lines: boolean; readonly replay: boolean } = {
    lines: layout === "desktop",
    replay: false,
  };
  const [view, setView] = useRemembered("sequence-view", standard);
  const isBeside = view.lines;
  const [path, setPath] = useState(0);
  const replayed = useReplay(docId, def, view.replay);
  const replay = useMemo(() => replayOf(replayed, path), [replayed, path]);
  const selection = selectionOf(selected);
  const onCommand = commandsFor(props);
  const marked = (severity: Finding["severity"]) =>
    findings.flatMap((finding) => finding.severity === severity ? keyOf(finding.path, def) ?? [] : []);
  return (
    <div class="scenario" data-lines={isBeside ? "" : undefined}>
      {isBeside
        ? (
          <section class="scenario-side" aria-label="Lines">
            {view.replay
              ? (
                <ReplayBar
                  replayed={replayed}
                  path={path}
                  onPath={setPath}
                  onPick={(ref) => onSelect(`message:${ref}`)}
                />
              )
              : null}
            <SequenceLines
              definition={def}
              picked={selection?.kind === "message" ? selection.id : undefined}
              readOnly={readOnly}
              onPick={(ref) => onSelect(`message:${ref}`)}
              onCommand={onCommand}
            />
          </section>
        )
        : null}
      <SequenceCanvas
        definition={def}
        viewport={viewport}
        onViewportChange={setViewport}
        fitKey={docId}
        selection={selection}
        errorElements={marked("error")}
        warningElements={marked("warning")}
        replay={view.replay ? replay : undefined}
        readOnly={readOnly}
        peers={props.peers}
        onPointer={props.onPointer}
        onSelect={(kind, id) => onSelect(`${kind}:${id}`)}
        onClearSelection={() => onSelect("")}
        onCommand={onCommand}
        onUndo={props.onUndo}
        onRedo={props.onRedo}
        hudExtras={
          <>
            <span class="slc-hud-sep" aria-hidden="true" />
            <button
              type="button"
              class="slc-hud-btn"
              aria-pressed={isBeside}
              onClick={() => setView({ lines: !isBeside })}
            >
              Lines
            </button>
            <button
              type="button"
              class="slc-hud-btn"
              aria-pressed={view.replay}
              title="Walk the machines along the scenario"
              onClick={() => setView({ replay: !view.replay, ...(view.replay ? {} : { lines: true }) })}
            >
              Replay
            </button>
          </>
        }
      />
    </div>
  );
}

function selectionOf(selected: string): SequenceSelection | null {
  const at = selected.indexOf(":");
  const [kind, id] = [selected.slice(0, at), selected.slice(at + 1)];
  return kind === "message" || kind === "participant" ? { kind, id } : null;
}

/** The key of the message or participant that a pointer leads into. */
function keyOf(path: string, def: SequenceDefinition): string[] | undefined {
  const participant = /^\/participants\/(\d+)/.exec(path)?.[1];
  if (participant !== undefined) {
    const name = def.participants?.[Number(participant)]?.name;
    return typeof name === "string" ? [`participant:${name}`] : undefined;
  }
  const steps = [...path.matchAll(/\/(fragments|messages)\/(\d+)/g)];
  if (steps.at(-1)?.[1] !== "messages") return undefined;
  const ref = steps.map(([, list, index]) => `${list === "fragments" ? "f" : ""}${Number(index) + 1}`).join(
    ".",
  );
  return [`message:${ref}`];
}

/** The walk of the machines along the scenario, made anew after each edit while it is wanted. */
function useReplay(docId: string, def: SequenceDefinition, isWanted: boolean): ScenarioReplay | undefined {
  const [replayed, setReplayed] = useState<ScenarioReplay>();
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    void import("./scenario_replay.ts").then(({ replayed }) => replayed(docId, def)).then(
      (result) => isOver || setReplayed(result),
      () =>
        isOver ||
        setReplayed({ problem: "The machines of this scenario cannot be read.", machines: [], paths: [] }),
    );
    return () => {
      isOver = true;
    };
  }, [docId, def, isWanted]);
  return replayed;
}

function replayOf(replayed: ScenarioReplay | undefined, path: number): SequenceReplay | undefined {
  const walked = replayed?.paths[path];
  if (!walked) return undefined;
  const [stop] = walked.stops;
  const passed: string[] = [];
  for (const { ref, result } of walked.steps) {
    if (ref === stop?.ref) break;
    if (result === "moved" || result === "stayed" || result === "data") passed.push(ref);
  }
  return {
    passed: [...new Set(passed)],
    ...(stop ? { stopped: { ref: stop.ref, reason: stop.reason } } : {}),
  };
}

interface ReplayBarProps {
  readonly replayed: ScenarioReplay | undefined;
  readonly path: number;
  readonly onPath: (path: number) => void;
  readonly onPick: (ref: string) => void;
}

/** The paths of a scenario, with how far the machines walk along the chosen one. */
function ReplayBar({ replayed, path, onPath, onPick }: ReplayBarProps) {
  if (replayed === undefined) return <p class="replay quiet">Walking the scenario …</p>;
  if (replayed.problem !== undefined) return <p class="replay notice" role="status">{replayed.problem}</p>;
  const walked = replayed.paths[path] ?? replayed.paths[0];
  const [stop] = walked?.stops ?? [];
  return (
    <div class="replay">
      <label>
        Path
        <select value={path} onChange={({ currentTarget }) => onPath(Number(currentTarget.value))}>
          {replayed.paths.map(({ name, accepted }, index) => (
            <option key={name} value={index}>{`${accepted ? "✓" : "✗"} ${name}`}</option>
          ))}
        </select>
      </label>
      <p role="status">
        {stop === undefined
          ? `${replayed.machines.join(", ")}: every message is taken.`
          : `Stops at message ${stop.ref}: ${stop.reason}.`}
      </p>
      {stop === undefined ? null : (
        <>
          {stop.scenarioChange === undefined
            ? null
            : <p class="quiet">In the scenario: {stop.scenarioChange}.</p>}
          {stop.machineChange === undefined
            ? null
            : <p class="quiet">In the machine: {stop.machineChange}.</p>}
          <button type="button" onClick={() => onPick(stop.ref)}>Show message {stop.ref}</button>
        </>
      )}
    </div>
  );
}
