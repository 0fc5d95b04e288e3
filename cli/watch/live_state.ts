import {
  applyPatchOps,
  type LivePresence,
  type MachineOp,
  type StateMachineDefinition,
} from "@loom/protocol";
import type { LiveEvent, LiveStatus } from "./live_event.ts";
import { type News, newsOf } from "./news.ts";

/** What is known of a document that is watched. A plain value: each event makes a new one. */
export interface LiveState {
  readonly status: LiveStatus;
  /** The address of the hub. */
  readonly url: string;
  readonly definition: StateMachineDefinition | null;
  /** Where the definition is from; `undefined` before there is one. */
  readonly from: "hub" | "file" | undefined;
  readonly active: ReadonlySet<string>;
  readonly seq: number | undefined;
  readonly unsaved: boolean;
  /** What is wrong with the file. */
  readonly trouble: string | undefined;
  /** Who takes part; `undefined` while that is not known. */
  readonly presence: readonly LivePresence[] | undefined;
  /** What happened last, the latest at the end. */
  readonly news: readonly News[];
}

/** So much of what happened is remembered. */
const MOST_NEWS = 50;

/** Before anything is known. */
export function unknownState(url: string): LiveState {
  return {
    status: "connecting",
    url,
    definition: null,
    from: undefined,
    active: new Set(),
    seq: undefined,
    unsaved: false,
    trouble: undefined,
    presence: undefined,
    news: [],
  };
}

/**
 * What is known after something happened.
 *
 * @throws {PatchError} When operations do not fit the document.
 */
export function afterEvent(state: LiveState, event: LiveEvent): LiveState {
  const news = newsOf(event, state.presence);
  return { ...changed(state, event), news: [...state.news, ...news].slice(-MOST_NEWS) };
}

function changed(state: LiveState, event: LiveEvent): LiveState {
  switch (event.type) {
    case "status":
      return {
        ...state,
        status: event.status,
        presence: undefined,
      };
    case "document":
      return {
        ...withStanding(state, event),
        definition: event.definition,
        from: event.from,
        active: new Set(event.active),
        trouble: undefined,
      };
    case "patch":
      return {
        ...withStanding(state, event),
        definition: state.definition && applyPatchOps(state.definition, event.ops),
        active: activeAfter(state.active, event.ops),
        trouble: undefined,
      };
    case "file":
      return withStanding(state, event);
    case "trouble":
      return { ...state, trouble: event.message };
    case "presence":
      return { ...state, presence: event.presence };
    case "view":
      return state;
  }
}

function withStanding(
  state: LiveState,
  { seq = state.seq, unsaved = state.unsaved }: { readonly seq?: number; readonly unsaved?: boolean },
): LiveState {
  // Without a hub only the file tells something.
  return { ...state, from: state.status === "offline" ? "file" : state.from, seq, unsaved };
}

/** The active states after what a running machine told. */
export function activeAfter(active: ReadonlySet<string>, ops: readonly MachineOp[]): ReadonlySet<string> {
  if (!ops.some(({ op }) => op.startsWith("runtime."))) return active;
  const now = new Set(active);
  for (const op of ops) {
    if (op.op === "runtime.enter") now.add(op.state);
    else if (op.op === "runtime.exit") now.delete(op.state);
  }
  return now;
}
