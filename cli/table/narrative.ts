import type { CommandSpec } from "../command_spec.ts";
import { STORE_OPTIONS } from "./narrative_options.ts";

/** The row of `narrative serve`. */
export const NARRATIVE_SERVE = {
  name: "narrative serve",
  group: "narrative",
  summary: "Serve the narrative bridge: webhooks of a forge become beats of a story",
  details: [
    "The address of the bridge is the result. It goes on until it is interrupted; requests that have come get their answers.",
    'It listens on this machine only, unless --host says otherwise, which needs LOOM_NARRATIVE_TOKEN or --token-file. GITHUB_WEBHOOK_SECRET lets the forge in; "loom narrative setup" tells what to enter there.',
    "Analyses without a beat are forgotten after 90 days, or beyond the newest 10,000 of a story: LOOM_NARRATIVE_ANALYSES_DAYS and LOOM_NARRATIVE_ANALYSES_MAX set other bounds, and off keeps them.",
    "Every option but --log has a variable, such as LOOM_NARRATIVE_PORT; the page bridge/narrative/HTTP.md lists them, and what is answered.",
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
      summary: "A file with rules of classification over the built-in ones",
      completes: "file",
    },
    events: {
      type: "text",
      value: "types",
      summary:
        "The types of webhooks that become beats, with commas between (default: issues,issue_comment,pull_request,push)",
    },
    origin: {
      type: "text",
      value: "origin",
      many: true,
      summary: "A page's origin that may call: https://host, loopback for this machine's, * for all",
    },
    allowHost: {
      type: "text",
      value: "name",
      many: true,
      summary: "A name that the bridge may be called by, beside addresses and localhost",
    },
    tokenFile: {
      type: "text",
      value: "path",
      summary: "A file with the token that callers must show (default: LOOM_NARRATIVE_TOKEN)",
      completes: "file",
    },
    closeEpisodes: {
      type: "flag",
      summary:
        "Close an episode after 12 beats or a resolution; the count of the next begins anew (default: LOOM_NARRATIVE_CLOSE_EPISODES)",
    },
    log: { type: "flag", summary: "Tell on standard error what happens, a line of JSON each" },
  },
  examples: [
    { line: "narrative serve", does: "Serves at http://127.0.0.1:4600, into .loom/narrative.db." },
    { line: "narrative serve --port 0 --store memory: --json", does: "Takes a free port, keeps nothing." },
    {
      line: "narrative serve --host 0.0.0.0 --token-file bridge.token --store redis://127.0.0.1",
      does: "Lets other machines in that know the token; several bridges may share the store.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `narrative setup`. */
export const NARRATIVE_SETUP = {
  name: "narrative setup",
  group: "narrative",
  summary: "Tell what to enter at the forge, so that it sends its webhooks",
  details: [
    "It looks at the same variables as the bridge does, tells what is missing, and changes nothing. Secrets are not shown.",
  ],
  arguments: [],
  options: {
    url: {
      type: "text",
      value: "address",
      summary: "The address under which the forge reaches the bridge, such as https://bridge.example",
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
