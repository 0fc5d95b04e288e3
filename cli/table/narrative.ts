import type { CommandSpec } from "../command_spec.ts";
import { STORE_OPTIONS } from "./options.ts";

/** The row of `narrative serve`. */
export const NARRATIVE_SERVE = {
  name: "narrative serve",
  group: "narrative",
  summary: "Serve the narrative bridge, which turns a forge's webhooks into beats of a story",
  details: [
    "Prints the address of the bridge and runs until interrupted; pending requests are still answered.",
    'It listens on this machine only, unless --host is given, which requires LOOM_NARRATIVE_TOKEN or --token-file. GITHUB_WEBHOOK_SECRET lets the forge in; "loom narrative setup" tells what to enter there.',
    "Analyses without a beat are deleted after 90 days, or beyond the newest 10,000 of a story. LOOM_NARRATIVE_ANALYSES_DAYS and LOOM_NARRATIVE_ANALYSES_MAX set other limits; off keeps them all.",
    "Every option but --log has an environment variable, such as LOOM_NARRATIVE_PORT; bridge/narrative/HTTP.md lists them and the routes.",
  ],
  arguments: [],
  options: {
    port: {
      type: "integer",
      value: "n",
      summary: "The port; 0 is any free one (default: LOOM_NARRATIVE_PORT, else 4600)",
    },
    host: {
      type: "text",
      value: "address",
      summary: "The address to listen on (default: LOOM_NARRATIVE_HOST, else 127.0.0.1)",
    },
    ...STORE_OPTIONS,
    rules: {
      type: "text",
      value: "path",
      summary: "A file with classification rules that override the built-in ones",
      completes: "file",
    },
    events: {
      type: "text",
      value: "types",
      summary:
        "The types of webhooks that become beats, separated by commas (default: issues,issue_comment,pull_request,push)",
    },
    origin: {
      type: "text",
      value: "origin",
      many: true,
      summary: "An origin whose pages may call it: https://host, loopback for this machine, * for all",
    },
    allowHost: {
      type: "text",
      value: "name",
      many: true,
      summary: "An extra host name that requests may use; IP addresses and localhost are always allowed",
    },
    tokenFile: {
      type: "text",
      value: "path",
      summary: "A file with the token that callers must send (default: LOOM_NARRATIVE_TOKEN)",
      completes: "file",
    },
    closeEpisodes: {
      type: "flag",
      summary:
        "Close an episode after 12 beats or a resolution; the next one counts from 1 (default: LOOM_NARRATIVE_CLOSE_EPISODES)",
    },
    log: { type: "flag", summary: "Log to standard error, as JSON lines" },
  },
  examples: [
    { line: "narrative serve", does: "Serves at http://127.0.0.1:4600, with beats in .loom/narrative.db." },
    {
      line: "narrative serve --port 0 --store memory: --json",
      does: "Uses a free port, and keeps beats in memory only.",
    },
    {
      line: "narrative serve --host 0.0.0.0 --token-file bridge.token --store redis://127.0.0.1",
      does: "Lets in other machines that know the token; several bridges may share the store.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative setup`. */
export const NARRATIVE_SETUP = {
  name: "narrative setup",
  group: "narrative",
  summary: "Show what to enter at the forge so that it sends its webhooks",
  details: [
    "Reads the same environment variables as the bridge, reports what is missing, and changes nothing. Secrets are not shown.",
  ],
  arguments: [],
  options: {
    url: {
      type: "text",
      value: "address",
      summary: "The address at which the forge reaches the bridge, such as https://bridge.example",
    },
    repo: { type: "text", value: "owner/name", summary: "The repository, for the link to its settings" },
  },
  examples: [
    {
      line: "narrative setup --url https://bridge.example --repo octo/door",
      does: "Lists the fields of the form and their values.",
    },
  ],
} as const satisfies CommandSpec;
