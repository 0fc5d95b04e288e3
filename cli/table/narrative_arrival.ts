import type { CommandSpec } from "../command_spec.ts";
import { RULES_OPTION, STORE_OPTIONS } from "./options.ts";

/** The row of `narrative hook`. */
export const NARRATIVE_HOOK = {
  name: "narrative hook",
  group: "narrative",
  runsAnyway: true,
  summary: "Send a delivery from standard input to the bridge; never wait long, never fail",
  details: [
    "WEBHOOK_EVENT_TYPE, WEBHOOK_EVENT_ID, WEBHOOK_REPOSITORY, WEBHOOK_ACTION, WEBHOOK_TIMESTAMP and WEBHOOK_SENDER describe the event; its payload comes from standard input; NARRATIVE_BRIDGE_URL and LOOM_NARRATIVE_TOKEN name the bridge.",
    "The result is one line of JSON. The flows of the leading view are programs in the folder LOOM_NARRATIVE_FLOWS. Events that no bridge accepts are spooled in the folder LOOM_NARRATIVE_SPOOL; each result is appended to the file LOOM_NARRATIVE_LOG. The exit code is always 0.",
  ],
  arguments: [],
  options: {},
  examples: [
    { line: "narrative hook < payload.json", does: "Sends a payload to the bridge." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative drain`. */
export const NARRATIVE_DRAIN = {
  name: "narrative drain",
  group: "narrative",
  summary: "Send the events that the hook spooled to the bridge, the oldest first",
  details: [
    "The folder is LOOM_NARRATIVE_SPOOL. It stops at the first event without an answer, with exit code 5; a refused event is set aside as <name>.refused, with exit code 1.",
  ],
  arguments: [{ name: "folder", summary: "the folder", optional: true, completes: "file" }],
  options: {},
  examples: [{ line: "narrative drain", does: "Empties the spool." }],
} as const satisfies CommandSpec;

const FORGE_OPTIONS = {
  repo: { type: "text", value: "owner/name", summary: "The repository" },
  api: {
    type: "text",
    value: "address",
    summary: "The forge's REST interface (default: GITHUB_API_URL, else https://api.github.com)",
  },
} as const;

/** The row of `narrative backfill`. */
export const NARRATIVE_BACKFILL = {
  name: "narrative backfill",
  group: "narrative",
  summary: "Create beats from the history of a repository before its webhooks",
  details: [
    "Issues, their labels and closings, pull requests and commits are fetched with GITHUB_TOKEN. An event that a webhook also reports, before or later, makes only one beat.",
  ],
  arguments: [],
  options: {
    ...FORGE_OPTIONS,
    since: { type: "text", value: "time", summary: "The earliest date, such as 2026-01-01" },
    events: {
      type: "text",
      value: "types",
      summary: "The types, separated by commas (default: issues,pull_request,push)",
    },
    ...RULES_OPTION,
    ...STORE_OPTIONS,
    dryRun: { type: "flag", summary: "Show what would be stored, and store nothing" },
  },
  examples: [
    { line: "narrative backfill --repo octo/door --since 2026-01-01", does: "Fetches this year's events." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative doctor`. */
export const NARRATIVE_DOCTOR = {
  name: "narrative doctor",
  group: "narrative",
  summary: "Find deliveries of the forge that never arrived, and request them again",
  details: [
    "The forge keeps the deliveries of 3 days; they are requested with GITHUB_TOKEN. A delivery that did arrive makes no second beat.",
    "Deliveries of types outside LOOM_NARRATIVE_EVENTS, and those that LOOM_NARRATIVE_SKIP excludes, do not count as missing: set both as for the bridge.",
    "It also shows the number of analyses without a beat, and the limits LOOM_NARRATIVE_ANALYSES_DAYS and LOOM_NARRATIVE_ANALYSES_MAX.",
    "The exit code is 1 if one is missing and was not sent again.",
  ],
  arguments: [],
  options: {
    ...FORGE_OPTIONS,
    hook: { type: "integer", value: "id", summary: "The webhook (default: the one that leads to a bridge)" },
    ...STORE_OPTIONS,
    dryRun: { type: "flag", summary: "Show what is missing, and request nothing" },
  },
  examples: [{ line: "narrative doctor --repo octo/door --dry-run", does: "Lists what never arrived." }],
} as const satisfies CommandSpec;
