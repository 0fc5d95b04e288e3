import { type AnyKind, type AnyOp, type LivePresence, oneLine, type OpLine } from "@loom/protocol";
import type { LiveEvent, Party } from "./live_event.ts";

/** A line about an event. */
export interface News {
  /** The time, ISO 8601. */
  readonly at: string;
  /** The origin. */
  readonly who: string;
  readonly sign: OpLine["sign"] | " ";
  readonly text: string;
}

/** The most operations of a change that are listed. */
const MOST_OPS = 3;

/** The state before an event, as far as its news depend on it. */
export interface BeforeNews {
  /** The kind of the document. */
  readonly row: AnyKind | undefined;
  /** The clients in the room, where known. */
  readonly presence: readonly LivePresence[] | undefined;
}

/** The news of an event. */
export function newsOf(event: LiveEvent, { row, presence: before }: BeforeNews): News[] {
  const { at } = event;
  switch (event.type) {
    case "patch":
      return [...opsNews(at, partyText(event.by), event.ops, row), ...lossNews(event, row)];
    case "document":
      return event.by === undefined
        ? []
        : [{ at, who: partyText(event.by), sign: "~", text: "replaced the whole document" }];
    case "presence":
      // Clients who are there when the hub is reached have not just come.
      return before === undefined ? [] : presenceNews(at, before, event.presence);
    case "trouble":
      return [{ at, who: "file", sign: " ", text: oneLine(event.message) }];
    case "view":
      return [{ at, who: partyText(event.by), sign: " ", text: viewText(event) }];
    case "status":
      return event.message === undefined || event.status === "live"
        ? []
        : [{ at, who: "hub", sign: " ", text: oneLine(event.message) }];
    case "file":
      return [];
  }
}

/** A party as a word or two: `Ann (agent)`, `web 3f2a`. */
export function partyText(party: Party | string): string {
  if (typeof party === "string") return oneLine(party);
  const { clientId, role, name } = party;
  if (name) return role === undefined ? oneLine(name) : `${oneLine(name)} (${oneLine(role)})`;
  return `${oneLine(role ?? "client")} ${oneLine(clientId).slice(0, 4)}`;
}

function opsNews(at: string, who: string, ops: readonly AnyOp[], row: AnyKind | undefined): News[] {
  const lineOf = (op: AnyOp): OpLine => row?.content?.changes.line(op) ?? { sign: "~", text: op.op };
  const lines: News[] = ops.slice(0, MOST_OPS).map((op) => ({ at, who, ...lineOf(op) }));
  const more = ops.length - lines.length;
  return more > 0 ? [...lines, { at, who, sign: "~", text: `and ${more} more` }] : lines;
}

/** The values that a change took from others. */
function lossNews(
  { at, by, overwrote = [], rolledBack = [] }: Extract<LiveEvent, { type: "patch" }>,
  row: AnyKind | undefined,
): News[] {
  const who = partyText(by);
  const lost = overwrote.slice(0, MOST_OPS).map(({ path, was, by: maker }): News => {
    const value = was === undefined ? "that there was none" : oneLine(JSON.stringify(was));
    return { at, who, sign: " ", text: `overwrote ${oneLine(path)}, set by ${partyText(maker)}: ${value}` };
  });
  const gone = opsNews(at, who, rolledBack, row)
    .map((one): News => ({ ...one, sign: " ", text: `rolled back: ${one.sign} ${one.text}` }));
  return [...lost, ...gone];
}

function presenceNews(at: string, before: readonly LivePresence[], now: readonly LivePresence[]): News[] {
  const missing = (from: readonly LivePresence[], list: readonly LivePresence[]) =>
    from.filter(({ clientId }) => !list.some((one) => one.clientId === clientId));
  return [
    ...missing(now, before).map((one) => ({ at, who: partyText(one), sign: "+" as const, text: "came" })),
    ...missing(before, now).map((one) => ({ at, who: partyText(one), sign: "-" as const, text: "left" })),
  ];
}

function viewText({ member, focus, note }: Extract<LiveEvent, { type: "view" }>): string {
  const what = [focus, member].filter((word) => word !== undefined).join(" in ");
  return oneLine(`shows ${what || "the document"}${note === undefined ? "" : `: ${note}`}`);
}
