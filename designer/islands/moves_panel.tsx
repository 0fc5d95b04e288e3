import type { FollowedMachine } from "../live/follow_machine.ts";

/** Where a running machine goes, for documents that no narrative bridge tells of. */
export function MovesPanel({ machine }: { readonly machine: FollowedMachine }) {
  const { isLive, active, moves } = machine;
  return (
    <aside class="panel" aria-label="Running machine">
      <p class="hearing" data-hearing={isLive ? "stream" : "away"} role="status">
        {isLive ? "Live: the hub tells what is active." : "The hub does not answer; it is called again."}
      </p>
      <p>{active.length === 0 ? "Nothing is active." : `Active: ${active.join(", ")}`}</p>
      <div role="log" aria-label="States entered" aria-live="polite">
        <ol class="feed">
          {moves.map(({ id, state, event, time }) => (
            <li key={id} class="beat">
              <p class="beat-head">
                <time dateTime={time}>{time.slice(11, 19)}</time>{" "}
                {event === "" ? null : <span class="chip">{event}</span>}
              </p>
              <p class="beat-content">{state}</p>
            </li>
          ))}
        </ol>
      </div>
    </aside>
  );
}
