import { type Finding, IDENTITY_VIEWPORT, type SequenceDefinition, type Viewport } from "@loom/protocol";
import { useMemo, useState } from "preact/hooks";
import type { SequenceSelection } from "../canvas/sequence/board.ts";
import { SequenceCanvas } from "../canvas/sequence/sequence_canvas.tsx";
import { SequenceLines } from "../canvas/sequence/sequence_lines.tsx";
import type { BoardProps } from "./board_props.ts";
import { isWide, useRemembered } from "./remembered.ts";
import { ReplayBar, replayUpTo } from "./replay_bar.tsx";
import { commandsFor } from "./use_commands.ts";

/** The parts of the page that are shown. */
type View = { readonly lines: boolean; readonly replay: boolean };

/** The canvas of a scenario in its page, with its lines and its replay beside it. */
export function Board(props: BoardProps) {
  const { docId, selected, onSelect, readOnly, findings } = props;
  const def = props.def as object as SequenceDefinition;
  const [viewport, setViewport] = useState<Viewport>(IDENTITY_VIEWPORT);
  const [view, setView] = useRemembered<View>("sequence-view", { lines: isWide(), replay: false });
  const isBeside = view.lines;
  const [path, setPath] = useState(0);
  const [at, setAt] = useState(Infinity);
  const report = props.system?.replays.find(({ member }) => member === props.system?.member)?.report;
  const walked = report?.paths[path] ?? report?.paths[0];
  const replay = useMemo(() => walked && replayUpTo(walked, at), [walked, at]);
  const isEmpty = [def.participants, def.messages].every((list) => !list || list.length === 0);
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
                  report={report}
                  path={path}
                  at={at}
                  onPath={(next) => {
                    setPath(next);
                    setAt(Infinity);
                  }}
                  onStep={(step, ref) => {
                    setAt(step);
                    onSelect(ref === undefined ? "" : `message:${ref}`);
                  }}
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
        // The first participants are framed, too: nothing was before.
        fitKey={`${docId} ${isEmpty}`}
        selection={selection}
        errorElements={marked("error")}
        warningElements={marked("warning")}
        replay={view.replay ? replay : undefined}
        readOnly={readOnly}
        peers={props.peers}
        onPointer={props.onPointer}
        hand={props.hand}
        onHand={props.onHand}
        takesFocus={props.takesFocus}
        readsEdits
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
  return kind === "message" || kind === "participant" || kind === "fragment" ? { kind, id } : null;
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
