import type { FollowedMachine } from "../live/follow_machine.ts";
import { timeText } from "./time_text.ts";

interface MovesPanelProps {
  readonly machine: FollowedMachine;
  /** True when the page was told a hub. */
  readonly hasHub: boolean;
}

/** States that a running machine entered, for documents without a narrative bridge. */
export function MovesPanel({ machine, hasHub }: MovesPanelProps) {
  const { isLive, trouble, active, moves } = machine;
  const isCalled = hasHub && trouble === undefined;
  return (
    <aside class="panel" aria-label="Running machine" tabIndex={0}>
      <p class="hearing" data-hearing={isLive ? "stream" : isCalled ? "opening" : "away"} role="status">
        {hearingText(machine, hasHub)}
      </p>
      {isLive ? <p>{active.length === 0 ? "Nothing is active." : `Active: ${active.join(", ")}`}</p> : null}
      <section aria-label="States entered">
        <ol class="feed">
          {moves.map(({ id, state, event, time }) => (
            <li key={id} class="beat">
              <p class="beat-head">
                <time dateTime={time}>{timeText(time)}</time>{" "}
                {event === "" ? null : <span class="chip">{event}</span>}
              </p>
              <p class="beat-content">{state}</p>
            </li>
          ))}
        </ol>
      </section>
    </aside>
  );
}

function hearingText({ isLive, trouble }: FollowedMachine, hasHub: boolean): string {
  if (!hasHub) return "Not live: the server tells its pages no hub.";
  if (isLive) return "Live: the hub tells what is active.";
  return trouble === undefined ? "Not live: the hub is called until it answers." : `Not live. ${trouble}`;
}
