import fc from "fast-check";
import type { MachineOp } from "../machine/ops.ts";
import { WIRE_EVENTS } from "./events.ts";
import type { WireParser } from "./parser.ts";
import type {
  DefAck,
  DefRequest,
  DocSnapshot,
  EditAccepted,
  EditRefused,
  FileNotice,
  FullEnvelope,
  FullIn,
  JoinAccepted,
  JoinRefused,
  JoinRequest,
  LayoutEnvelope,
  LeaveRequest,
  LivePresence,
  PatchEnvelope,
  PatchIn,
  PresenceChange,
  PresenceLeave,
  PresenceUpdate,
  ViewAccepted,
  ViewEnvelope,
  ViewRequest,
  WireError,
} from "./types.ts";

/** Operations as a client may send them. */
export const OPS: readonly MachineOp[] = [
  { op: "state.add", parent: null, state: { name: "Idle", notes: "" } },
  { op: "runtime.enter", state: "Idle" },
];

const JOIN_REQUEST: Required<JoinRequest> = {
  role: "web",
  name: "Ann",
  docId: "/w/kettle.smdf.json",
  sinceSeq: 3,
  epoch: "e1",
  heldOpIds: ["s1:op.1-a_B", "2"],
  takesOps: true,
};
const LEAVE_REQUEST: Required<LeaveRequest> = { docId: "/w/kettle.smdf.json" };
const PATCH_IN: Required<PatchIn> = {
  docId: "/w/kettle.smdf.json",
  ops: [...OPS],
  origin: "s1",
  baseSeq: 0,
  mtime: 1701.25,
  revision: "ca3d163bab055381",
  baseRevision: "0000163bab055381",
  savedSeq: 7,
  opId: "s1:op.1-a_B",
  overwrote: [{ path: "/state/notes", was: "old", by: "s2" }],
};
const FULL_IN: Required<FullIn> = {
  docId: "/w/kettle.smdf.json",
  def: { settings: {}, events: [], state: { name: "Root" } },
  origin: "s1",
  baseSeq: 0,
  mtime: 1701.25,
  revision: "ca3d163bab055381",
  baseRevision: "0000163bab055381",
  opId: "1",
};
const DEF_REQUEST: Required<DefRequest> = { docId: "/w/kettle.smdf.json", sinceSeq: 0, epoch: "e1" };
const PRESENCE_UPDATE: Required<PresenceUpdate> = { cursor: { x: 1, y: -2.5 }, selection: ["Idle"] };
const VIEW_REQUEST: Required<ViewRequest> = {
  docId: "/w/shop.sysdf.json",
  member: "orders.erdf.json",
  focus: "entity:Order",
  note: "Look here.",
  origin: "a guide",
};
const WIRE_ERROR: Required<WireError> = {
  code: "rate_limited",
  message: "Too many messages: wait a second.",
  docId: "/w/kettle.smdf.json",
  event: "def:patch",
  member: "ops[0]",
  opId: "1",
  retryAfterMs: 1000,
  lostOpIds: ["1"],
};
const LIVE_PRESENCE: Required<LivePresence> = {
  clientId: "s1",
  role: "agent",
  name: "Ann",
  color: "hsl(1, 65%, 55%)",
  joinedAt: "2026-01-02T03:04:05.678Z",
  cursor: null,
  selection: { states: [] },
};
const DOC_SNAPSHOT: Required<DocSnapshot> = {
  docId: "/w/kettle.smdf.json",
  def: { state: { name: "Root" } },
  seq: 4,
  mtime: 0,
  epoch: "e1",
  revision: null,
  unsaved: false,
  fileProblem: "The file is empty.",
  unsavedOpIds: ["1"],
};
const PATCH_ENVELOPE: Required<PatchEnvelope> = {
  docId: "/w/kettle.smdf.json",
  seq: 1,
  epoch: "e1",
  baseSeq: 0,
  ops: [...OPS],
  origin: "file",
  mtime: 1733,
  revision: "ca3d163bab055381",
  opId: "1",
  fileRevision: "ca3d163bab055381",
  unsaved: true,
  fileProblem: "The file is empty.",
  lostOpIds: ["1"],
  overwrote: [{ path: "/state/notes", was: ["old"], by: "s1" }],
};
const FULL_ENVELOPE: Required<FullEnvelope> = {
  docId: "/w/kettle.smdf.json",
  seq: 1,
  epoch: "e1",
  def: { state: { name: "Root" } },
  origin: "hub",
  mtime: 1733,
  revision: "ca3d163bab055381",
  opId: "1",
  fileRevision: "ca3d163bab055381",
  unsaved: true,
  fileProblem: "The file is empty.",
  reason: "request",
  unsavedOpIds: ["1"],
};
const DEF_ACK: Required<DefAck> = { docId: "/w/k.smdf.json", baseSeq: 0, seq: 1, epoch: "e1", opId: "1" };
const FILE_NOTICE: Required<FileNotice> = {
  docId: "/w/k.smdf.json",
  revision: null,
  seq: 1,
  unsaved: true,
  fileProblem: "The file is empty.",
};
const LAYOUT_ENVELOPE: Required<LayoutEnvelope> = {
  docId: "/w/k.smdf.json",
  arrangement: { places: { Idle: { x: 0, y: 40 } } },
  revision: null,
};
const PRESENCE_LEAVE: Required<PresenceLeave> = { clientId: "s1" };
const PRESENCE_CHANGE: Required<PresenceChange> = { clientId: "s1", cursor: [1, 2], selection: null };
const VIEW_ACCEPTED: Required<ViewAccepted> = { ok: true, shown: 2 };
const VIEW_ENVELOPE: Required<ViewEnvelope> = { ...VIEW_REQUEST };
const JOIN_ACCEPTED: Required<JoinAccepted> = {
  selfId: "s1",
  snapshot: DOC_SNAPSHOT,
  presence: [LIVE_PRESENCE],
  resumed: true,
  patches: [PATCH_ENVELOPE],
  active: ["Idle", ""],
  knownOpIds: ["1"],
};
const JOIN_REFUSED: Required<JoinRefused> = { error: WIRE_ERROR };
const EDIT_ACCEPTED: Required<EditAccepted> = {
  ok: true,
  seq: 1,
  epoch: "e1",
  opId: "1",
  duplicate: true,
  rebased: true,
  overwrote: [{ path: "/state/notes", was: null, by: "file" }],
};
const EDIT_REFUSED: Required<EditRefused> = {
  ok: false,
  error: WIRE_ERROR,
  seq: 1,
  epoch: "e1",
  missed: [PATCH_ENVELOPE],
};

/** A payload with every member that it can have, for each type. */
const FULLEST: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ["JoinRequest", [JOIN_REQUEST]],
  ["LeaveRequest", [LEAVE_REQUEST]],
  ["PatchIn", [PATCH_IN]],
  ["FullIn", [FULL_IN]],
  ["DefRequest", [DEF_REQUEST]],
  ["PresenceUpdate", [PRESENCE_UPDATE]],
  ["ViewRequest", [VIEW_REQUEST]],
  ["PatchEnvelope", [PATCH_ENVELOPE]],
  ["FullEnvelope", [FULL_ENVELOPE]],
  ["DefAck", [DEF_ACK]],
  ["FileNotice", [FILE_NOTICE]],
  ["LayoutEnvelope", [LAYOUT_ENVELOPE]],
  ["LivePresence", [LIVE_PRESENCE]],
  ["LivePresence[]", [[LIVE_PRESENCE, LIVE_PRESENCE]]],
  ["PresenceLeave", [PRESENCE_LEAVE]],
  ["PresenceChange", [PRESENCE_CHANGE]],
  ["ViewAccepted", [VIEW_ACCEPTED]],
  ["ViewEnvelope", [VIEW_ENVELOPE]],
  ["WireError", [WIRE_ERROR]],
  ["JoinAck", [JOIN_ACCEPTED, JOIN_REFUSED]],
  ["EditAck", [EDIT_ACCEPTED, EDIT_REFUSED]],
]);

/** A parser and payloads of its type with every member. */
export interface ParserCase {
  /** The type and the event. */
  readonly name: string;
  /** The parser. */
  readonly parse: WireParser<unknown>;
  /** The payloads. */
  readonly fullest: readonly unknown[];
}

/** Every parser of the table of events, once for each type. */
export const PARSERS: readonly ParserCase[] = [
  ...new Map(
    WIRE_EVENTS.flatMap(({ payload, parse, ack, parseAck }) => [
      ...(parse ? [[payload, parse] as const] : []),
      ...(ack && parseAck ? [[ack, parseAck] as const] : []),
    ]),
  ),
].map(([name, parse]) => ({ name, parse, fullest: FULLEST.get(name) ?? [] }));

/** Whatever JavaScript can hold. */
export const anyValue: fc.Arbitrary<unknown> = fc.anything({
  maxDepth: 4,
  maxKeys: 8,
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  key: fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "toString", "op", "error", "ok")),
});
