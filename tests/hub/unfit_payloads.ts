/** Payloads of no event at all. */
const NEVER: readonly unknown[] = [null, 1, "text", true, [], [[]], { toString: 1 }];

const LONG = "x".repeat(5_000);

/** Payloads that the hub has to refuse, by event; they are sent by someone who takes part in a document. */
export const UNFIT: Readonly<Record<string, readonly unknown[]>> = {
  "bridge:join": [
    ...NEVER,
    { role: "robot" },
    { role: ["web"] },
    { role: "web", docId: 7 },
    { role: "web", docId: LONG },
    { role: "web", name: {} },
    { role: "web", sinceSeq: -1 },
    { role: "web", sinceSeq: 1.5 },
    { role: "web", epoch: LONG },
    { role: "web", docId: "door.txt" },
  ],
  "def:patch": [
    ...NEVER,
    {},
    { ops: {} },
    { ops: [null] },
    { ops: [{}] },
    { ops: [{ op: 1 }] },
    { ops: [{ op: "no.such" }] },
    { ops: [{ op: "state.add" }] },
    { ops: [{ op: "state.add", parent: null, state: 5 }] },
    { ops: [{ op: "state.remove", name: "Nowhere" }] },
    { ops: Array(1_001).fill({ op: "state.remove", name: "A" }) },
    { ops: [], baseSeq: "1" },
    { ops: [], baseSeq: 999 },
    { ops: [], mtime: "now" },
    { ops: [], revision: 1 },
    { ops: [], opId: "a b" },
    { ops: [], opId: LONG },
    { ops: [{ op: "state.remove", name: "Open" }], savedSeq: 0, revision: "r" },
  ],
  "def:full": [...NEVER, {}, { def: null }, { def: [] }, { def: "{}" }, { def: { entities: [] } }],
  "def:request": [1, "text", true, [], { docId: 1 }, { sinceSeq: "0" }, { docId: "door.txt" }],
  "presence:update": [
    ...NEVER.filter((payload) => payload === null || Array.isArray(payload) || typeof payload !== "object"),
    { cursor: LONG },
    { selection: Array(5_000).fill(1) },
    JSON.parse('{"cursor":{"__proto__":1}}'),
  ],
  "view:show": [...NEVER, {}, { docId: "" }, { docId: 1 }, { docId: "a.smdf.json", note: LONG }, {
    docId: "a.exe",
  }],
};

/** The codes of the refusals of all of these. */
export const ERROR_CODES_SEEN: readonly string[] = [
  "apply_failed",
  "bad_request",
  "forbidden_path",
  "stale_base",
  "too_large",
];
