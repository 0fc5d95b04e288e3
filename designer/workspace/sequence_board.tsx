import { IDENTITY_VIEWPORT, type SequenceDefinition, type Viewport } from "@loom/protocol";
import { useMemo, useState } from "preact/hooks";
import type { SequenceSelection } from "../canvas/sequence/board.ts";
import { SequenceCanvas } from "../canvas/sequence/sequence_canvas.tsx";
import { SequenceLines } from "../canvas/sequence/sequence_lines.tsx";
import { type BoardProps, canvasProps } from "./board_props.ts";
import { Icon } from "./icon.tsx";
import { isWide, useRemembered } from "./remembered.ts";
import { ReplayBar, replayUpTo } from "./replay_bar.tsx";
import { commandsFor } from "./use_commands.ts";

/** The parts of the page that are shown. */
type View = { readonly lines: boolean; readonly replay: boolean };

/** The canvas of a scenario in its page, with its lines and its replay beside it. */
export function Board(props: BoardProps) {
  const { docId, selected, onSelect, readOnly } = props;
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
        warningElements={props.warnings}
        replay={view.replay ? replay : undefined}
        {...canvasProps(props)}
        onSelect={(kind, id) => onSelect(`${kind}:${id}`)}
        onClearSelection={() => onSelect("")}
        onCommand={onCommand}
        hudExtras={
          <>
            <span class="slc-hud-sep" aria-hidden="true" />
            <button
              type="button"
              class="slc-hud-btn"
              aria-pressed={isBeside}
              onClick={() => setView({ lines: !isBeside })}
            >
              <Icon name="outline" />
              <span class="hud-text">Lines</span>
            </button>
            <button
              type="button"
              class="slc-hud-btn"
              aria-pressed={view.replay}
              title="Walk the machines along the scenario"
              onClick={() => setView({ replay: !view.replay, ...(view.replay ? {} : { lines: true }) })}
            >
              <Icon name="play" />
              <span class="hud-text">Replay</span>
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
