import { LOOM_KINDS } from "@loom/engine/kinds";
import {
  type AnyKind,
  type AnyOp,
  type JsonObject,
  type KindTable,
  type LivePresence,
  orThrow,
} from "@loom/protocol";
import type { LiveEvent, LiveStatus } from "./live_event.ts";
import { type News, newsOf } from "./news.ts";

/** The state of a document that is watched. A plain value: each event makes a new one. */
export interface LiveState {
  readonly kinds: KindTable;
  /** The kind of the document; `undefined` before it is known. */
  readonly row: AnyKind | undefined;
  readonly status: LiveStatus;
  /** The address of the hub. */
  readonly url: string;
  readonly definition: JsonObject | null;
  /** The source of the definition; `undefined` before there is one. */
  readonly from: "hub" | "file" | undefined;
  readonly active: ReadonlySet<string>;
  readonly seq: number | undefined;
  readonly unsaved: boolean;
  /** The fault of the file. */
  readonly trouble: string | undefined;
  /** The clients in the room; `undefined` while unknown. */
  readonly presence: readonly LivePresence[] | undefined;
  /** The last events, the latest at the end. */
  readonly news: readonly News[];
}

/** The most news that are kept. */
const MOST_NEWS = 50;

/** The state before the first event. */
export function unknownState(url: string, kinds: KindTable = LOOM_KINDS): LiveState {
  return {
    kinds,
    row: undefined,
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
 * The state after an event.
 *
 * @throws {LoomError} When operations do not apply.
 */
export function afterEvent(state: LiveState, event: LiveEvent): LiveState {
  const news = newsOf(event, state);
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
        row: state.kinds.ofPath(event.doc) ?? state.kinds.ofDocument(event.definition),
        definition: event.definition,
        from: event.from,
        active: new Set(event.active),
        trouble: undefined,
      };
    case "patch":
      return {
        ...withStanding(state, event),
        definition: definitionAfter(state, event.ops),
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

function definitionAfter({ row, definition }: LiveState, ops: readonly AnyOp[]): JsonObject | null {
  const changes = row?.content?.changes;
  return definition === null || changes === undefined ? definition : orThrow(changes.apply(definition, ops));
}

function withStanding(
  state: LiveState,
  { seq = state.seq, unsaved = state.unsaved }: { readonly seq?: number; readonly unsaved?: boolean },
): LiveState {
  // Without a hub the file is the only source.
  return { ...state, from: state.status === "offline" ? "file" : state.from, seq, unsaved };
}

/** The active states after operations of a running machine. */
export function activeAfter(active: ReadonlySet<string>, ops: readonly AnyOp[]): ReadonlySet<string> {
  if (!ops.some(({ op }) => op.startsWith("runtime."))) return active;
  const now = new Set(active);
  for (const { op, state } of ops) {
    if (op === "runtime.enter") now.add(String(state));
    else if (op === "runtime.exit") now.delete(String(state));
  }
  return now;
}
