import type { CommandSpec } from "../command_spec.ts";
import { RULES_OPTION, STORE_OPTIONS } from "./narrative_options.ts";

/** The row of `narrative hook`. */
export const NARRATIVE_HOOK = {
  name: "narrative hook",
  group: "narrative",
  runsAnyway: true,
  summary: "Take a delivery from standard input to the bridge; never wait long, never fail",
  details: [
    "The event is told by WEBHOOK_EVENT_TYPE, WEBHOOK_EVENT_ID, WEBHOOK_REPOSITORY, WEBHOOK_ACTION, WEBHOOK_TIMESTAMP and WEBHOOK_SENDER, its payload by standard input, the bridge by NARRATIVE_BRIDGE_URL and LOOM_NARRATIVE_TOKEN.",
    "The result is one line of JSON. The flows of the view that leads are programs in the folder LOOM_NARRATIVE_FLOWS. What no bridge takes waits in the folder LOOM_NARRATIVE_SPOOL; each result is appended to the file LOOM_NARRATIVE_LOG. The exit code is always 0.",
  ],
  arguments: [],
  options: {},
  examples: [
    { line: "narrative hook < payload.json", does: "Takes a payload to the bridge." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative drain`. */
export const NARRATIVE_DRAIN = {
  name: "narrative drain",
  group: "narrative",
  summary: "Take to the bridge what the hook had to spool, the oldest first",
  details: [
    "The folder is that of LOOM_NARRATIVE_SPOOL. It stops at the first event that gets no answer, with exit code 5; an event that is refused is set aside as <name>.refused, with exit code 1.",
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
  summary: "Make beats of what happened in a repository before its webhooks came",
  details: [
    "Issues, their labels and closings, requests to merge and commits are fetched with GITHUB_TOKEN. What a webhook told before, or tells later, makes no second beat.",
  ],
  arguments: [],
  options: {
    ...FORGE_OPTIONS,
    since: { type: "text", value: "time", summary: "From when on, such as 2026-01-01" },
    events: {
      type: "text",
      value: "types",
      summary: "The types, with commas between (default: issues,pull_request,push)",
    },
    ...RULES_OPTION,
    ...STORE_OPTIONS,
    dryRun: { type: "flag", summary: "Tell what would be kept, and keep nothing" },
  },
  examples: [
    { line: "narrative backfill --repo octo/door --since 2026-01-01", does: "Fetches this year's events." },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative doctor`. */
export const NARRATIVE_DOCTOR = {
  name: "narrative doctor",
  group: "narrative",
  summary: "Find deliveries of the forge that never arrived, and have them sent again",
  details: [
    "The forge remembers the deliveries of 3 days; it is asked with GITHUB_TOKEN. A delivery that had arrived after all makes no second beat.",
    "Deliveries of other types than LOOM_NARRATIVE_EVENTS has, and what LOOM_NARRATIVE_SKIP leaves out, are not missing: set both as they are set for the bridge.",
    "It also tells how many analyses without a beat are kept, and the bounds of LOOM_NARRATIVE_ANALYSES_DAYS and LOOM_NARRATIVE_ANALYSES_MAX.",
    "The exit code is 1 when one is missing and was not sent again.",
  ],
  arguments: [],
  options: {
    ...FORGE_OPTIONS,
    hook: { type: "integer", value: "id", summary: "The webhook (default: the one that leads to a bridge)" },
    ...STORE_OPTIONS,
    dryRun: { type: "flag", summary: "Tell what is missing, and send nothing again" },
  },
  examples: [{ line: "narrative doctor --repo octo/door --dry-run", does: "Lists what never arrived." }],
} as const satisfies CommandSpec;
