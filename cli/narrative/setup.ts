import { UsageError } from "../usage_error.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_SETUP } from "../table/narrative.ts";
import { textColumns } from "../text_columns.ts";

/** Labels of the forge's form, by type of webhook. */
const BOXES: Readonly<Record<string, string>> = {
  issues: "Issues",
  issue_comment: "Issue comments",
  pull_request: "Pull requests",
  pull_request_review: "Pull request reviews",
  push: "Pushes",
  release: "Releases",
};

/** Tells what to enter at the forge. */
export const setup: Run<typeof NARRATIVE_SETUP> = async (context, { url, repo }) => {
  const { io, json, print, printJson, remark } = context;
  const { BASE_PATH, readNarrativeSettings } = await import("@loom/bridge/narrative");
  const settings = readNarrativeSettings(io.env);
  const payloadUrl = payloadUrlOf(url ?? `http://${settings.host}:${settings.port}`, BASE_PATH);
  const types = settings.filter.types;
  const fields = {
    page: `https://github.com/${repoOf(repo)}/settings/hooks/new`,
    payload_url: payloadUrl,
    content_type: "application/json",
    secret: settings.webhookSecrets.length > 0 ? "the value of GITHUB_WEBHOOK_SECRET" : null,
    ssl_verification: payloadUrl.startsWith("https:"),
    events: types === undefined ? ["*"] : [...types],
  };
  const missing = missingOf(payloadUrl, settings.webhookSecrets.length > 0, settings.hosts);
  if (json) {
    printJson({ ...fields, missing });
    return missing.length === 0 ? EXIT.done : EXIT.problems;
  }
  print(textColumns([
    ["Page", fields.page],
    ["Payload URL", fields.payload_url],
    ["Content type", fields.content_type],
    ["Secret", fields.secret ?? "none is set yet"],
    ["SSL verification", fields.ssl_verification ? "enabled" : "there is none without https"],
    ["Events", eventsText(fields.events)],
    ["Active", "yes"],
  ]));
  for (const line of missing) remark(`missing: ${line}`);
  return missing.length === 0 ? EXIT.done : EXIT.problems;
};

function payloadUrlOf(text: string, path: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`"${text}" is no address: write it as https://host.`);
  }
  const base = url.origin + url.pathname.replace(/\/+$/, "");
  return `${base.endsWith(path) ? base : base + path}/webhook`;
}

function repoOf(repo: string | undefined): string {
  if (repo === undefined) return "<owner>/<name>";
  if (/^[\w.-]+\/[\w.-]+$/.test(repo)) return repo;
  throw new UsageError(`"${repo}" is no repository: write it as owner/name.`);
}

function eventsText(types: readonly string[]): string {
  if (types.includes("*")) return "Send me everything";
  return `Let me select individual events: ${types.map((type) => BOXES[type] ?? type).join(", ")}`;
}

/** Obstacles to incoming webhooks, a sentence each. */
function missingOf(payloadUrl: string, hasSecret: boolean, hosts: readonly string[]): string[] {
  const { hostname } = new URL(payloadUrl);
  const isHere = hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
  return [
    ...(hasSecret
      ? []
      : ['GITHUB_WEBHOOK_SECRET: set it to a long random text, such as that of "openssl rand -hex 32".']),
    ...(isHere
      ? ["a forge cannot reach this machine by that address: give the one of a proxy or a tunnel as --url."]
      : hosts.includes(hostname) || /^[\d.]+$|^\[/.test(hostname)
      ? []
      : [`${hostname} must be in LOOM_NARRATIVE_HOSTS, or the bridge will not go by that name.`]),
  ];
}
