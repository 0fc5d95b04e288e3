import { type LivePresence, type MachineOp, oneLine, type OpLine, opLine } from "@loom/protocol";
import type { LiveEvent, Party } from "./live_event.ts";

/** A line about something that happened. */
export interface News {
  /** When it was, ISO 8601. */
  readonly at: string;
  /** Who did it. */
  readonly who: string;
  readonly sign: OpLine["sign"] | " ";
  readonly text: string;
}

/** Of a large change only the first operations are told. */
const MOST_OPS = 3;

/**
 * What an event is worth telling.
 *
 * @param before Who took part before it, where that is known.
 */
export function newsOf(event: LiveEvent, before: readonly LivePresence[] | undefined): News[] {
  const { at } = event;
  switch (event.type) {
    case "patch":
      return opsNews(at, partyText(event.by), event.ops);
    case "document":
      return event.by === undefined
        ? []
        : [{ at, who: partyText(event.by), sign: "~", text: "replaced the whole document" }];
    case "presence":
      // Those who are there when the hub is reached did not come just now.
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

function opsNews(at: string, who: string, ops: readonly MachineOp[]): News[] {
  const lines = ops.slice(0, MOST_OPS).map((op) => ({ at, who, ...opLine(op) }));
  const more = ops.length - lines.length;
  return more > 0 ? [...lines, { at, who, sign: "~", text: `and ${more} more` }] : lines;
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
