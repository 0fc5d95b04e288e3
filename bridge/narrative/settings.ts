import { envAlias, type Environment } from "@loom/protocol";
import { isLoopback } from "../server/source_policy.ts";
import { DEFAULT_STORY, isStoryName } from "./read_members.ts";
import { NarrativeStartError } from "./start_error.ts";
import { DEFAULT_STORE } from "./store/open_store.ts";
import { type EventFilter, readEventFilter } from "./webhook/event_filter.ts";

/** Where each webhook that the bridge sends goes, and what signs it. */
export interface OutgoingSettings {
  /** The address. */
  readonly url: string;
  /** The secret as text; `whsec_` before base64, as Standard Webhooks write it. */
  readonly secret: string;
}

/** How a bridge is served. */
export interface NarrativeSettings {
  /** The address to listen on. */
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** What callers must show; `undefined` lets all of this machine in. */
  readonly token: string | undefined;
  /** The pages that may call and read answers, besides the bridge's own. */
  readonly origins: readonly string[];
  /** Names that the bridge may be called by, besides addresses and localhost. */
  readonly hosts: readonly string[];
  /** What webhooks are signed with; two while it is being changed. */
  readonly webhookSecrets: readonly string[];
  /** Whether webhooks without a signature are taken, where there is no secret. */
  readonly allowUnsigned: boolean;
  /** Where stories are kept. */
  readonly store: string;
  /** The story of requests that name none. */
  readonly story: string;
  /** The longest body, in bytes. */
  readonly maxBody: number;
  /** Which webhooks become beats. */
  readonly filter: EventFilter;
  /** The file of rules over the built-in ones. */
  readonly rules: string | undefined;
  /** Whether payloads are kept. */
  readonly keepPayload: boolean;
  /** After how many days analyses and payloads are forgotten; 0 for never. */
  readonly retentionDays: number;
  /** Whether an episode is closed as soon as it is over. */
  readonly closeEpisodes: boolean;
  /** How many requests a second are answered; `undefined` for any number. */
  readonly rate: number | undefined;
  /** Where the bridge sends webhooks of its own. */
  readonly outgoing: OutgoingSettings | undefined;
}

/** A variable of the environment. */
export interface NarrativeVariable {
  /** Its whole name; those that begin with `LOOM_` have older spellings too. */
  readonly name: string;
  /** Its value without it; empty for none. */
  readonly standard: string;
  /** What it is for. */
  readonly meaning: string;
}

/** The variables of a bridge, one row each. */
export const NARRATIVE_VARIABLES: readonly NarrativeVariable[] = [
  { name: "LOOM_NARRATIVE_HOST", standard: "127.0.0.1", meaning: "the address to listen on" },
  { name: "LOOM_NARRATIVE_PORT", standard: "4600", meaning: "the port; 0 takes a free one" },
  {
    name: "LOOM_NARRATIVE_TOKEN",
    standard: "",
    meaning: "what callers send as `Authorization: Bearer`; required where other machines reach the bridge",
  },
  {
    name: "LOOM_NARRATIVE_HOSTS",
    standard: "",
    meaning:
      "names that the bridge may be called by, besides addresses and localhost: that of a proxy before it",
  },
  {
    name: "LOOM_NARRATIVE_CORS_ORIGIN",
    standard: "",
    meaning:
      "pages that may call and read answers: `https://host`, `loopback` for this machine's, `*` for all",
  },
  {
    name: "GITHUB_WEBHOOK_SECRET",
    standard: "",
    meaning: "what the forge signs webhooks with; without it they get 503",
  },
  {
    name: "GITHUB_WEBHOOK_SECRET_PREVIOUS",
    standard: "",
    meaning: "the secret before, while it is being changed",
  },
  {
    name: "LOOM_NARRATIVE_ALLOW_UNSIGNED",
    standard: "0",
    meaning: "`1` takes unsigned webhooks where no secret is set and only this machine reaches the bridge",
  },
  {
    name: "LOOM_NARRATIVE_EVENTS",
    standard: "issues,issue_comment,pull_request,push",
    meaning: "types of webhooks that become beats; `*` for all",
  },
  {
    name: "LOOM_NARRATIVE_SKIP",
    standard: "",
    meaning: "what becomes no beat all the same: `bots`, `deletions` (of branches and tags), `label:<name>`",
  },
  {
    name: "LOOM_NARRATIVE_STORE",
    standard: "sqlite:.loom/narrative.db",
    meaning: "where stories are kept: `sqlite:<path>`, `redis://...`, `jsonl:<folder>`, `memory:`",
  },
  { name: "LOOM_NARRATIVE_STORY", standard: "main", meaning: "the story of requests that name none" },
  { name: "LOOM_NARRATIVE_RULES", standard: "", meaning: "a file of rules over the built-in ones" },
  {
    name: "LOOM_NARRATIVE_MAX_BODY",
    standard: "27262976",
    meaning: "the longest body, in bytes; at most 268435456",
  },
  {
    name: "LOOM_NARRATIVE_KEEP_PAYLOAD",
    standard: "0",
    meaning: "`1` keeps payloads; titles of private repositories are data, and so is all else in them",
  },
  {
    name: "LOOM_NARRATIVE_RETENTION_DAYS",
    standard: "0",
    meaning: "after how many days analyses and payloads are forgotten; `0` keeps them",
  },
  {
    name: "LOOM_NARRATIVE_CLOSE_EPISODES",
    standard: "0",
    meaning: "`1` closes an episode after 12 beats or a resolution; the count of the next begins anew",
  },
  { name: "LOOM_NARRATIVE_RATE", standard: "", meaning: "how many requests a second are answered" },
  {
    name: "LOOM_NARRATIVE_WEBHOOK_URL",
    standard: "",
    meaning: "where the bridge sends webhooks of its own, as Standard Webhooks",
  },
  {
    name: "LOOM_NARRATIVE_WEBHOOK_SECRET",
    standard: "",
    meaning: "what those are signed with; `whsec_` and base64",
  },
];

/** The longest body without a setting: what a forge sends at most, wrapped. */
export const STANDARD_MAX_BODY = 27_262_976;

/** The most that may be set: a longer body would not fit into one text. */
const MOST_MAX_BODY = 268_435_456;

/** The most days that may be set: a hundred years. */
const MOST_DAYS = 36_500;

/** The most requests a second that may be set. */
const MOST_RATE = 1_000_000;

/** What the command line gives in place of variables. */
export interface GivenSettings {
  /** The address to listen on. */
  readonly host?: string | undefined;
  /** The port; 0 takes a free one. */
  readonly port?: number | undefined;
  /** What callers must show. */
  readonly token?: string | undefined;
  /** The pages that may call and read answers. */
  readonly origins?: readonly string[] | undefined;
  /** Names that the bridge may be called by, besides addresses and localhost. */
  readonly hosts?: readonly string[] | undefined;
  /** Where stories are kept, such as `sqlite:<path>`. */
  readonly store?: string | undefined;
  /** The story of requests that name none. */
  readonly story?: string | undefined;
  /** The file of rules over the built-in ones. */
  readonly rules?: string | undefined;
  /** The types of webhooks that become beats, with commas between; `*` for all. */
  readonly events?: string | undefined;
  /** Whether an episode is closed as soon as it is over. */
  readonly closeEpisodes?: boolean | undefined;
}

/**
 * Reads how a bridge is to be served.
 *
 * @param env the variables of the environment
 * @param given what goes before them
 * @throws {NarrativeStartError} `bad_option` when a value is not understood; `token_required` when other machines could reach the
 * bridge and nobody would have to show anything
 */
export function readNarrativeSettings(env: Environment, given: GivenSettings = {}): NarrativeSettings {
  const read = (suffix: string) => envAlias(`NARRATIVE_${suffix}`, env);
  const host = given.host ?? read("HOST") ?? "127.0.0.1";
  const settings: NarrativeSettings = {
    host,
    port: portOf(given.port ?? read("PORT") ?? "4600"),
    token: tokenOf(given.token ?? read("TOKEN")),
    origins: given.origins ?? wordsOf(read("CORS_ORIGIN")),
    hosts: given.hosts ?? wordsOf(read("HOSTS")),
    webhookSecrets: [env.GITHUB_WEBHOOK_SECRET, env.GITHUB_WEBHOOK_SECRET_PREVIOUS].flatMap((one) =>
      one || []
    ),
    allowUnsigned: isYes("ALLOW_UNSIGNED", read("ALLOW_UNSIGNED")),
    store: given.store ?? read("STORE") ?? DEFAULT_STORE,
    story: storyOf(given.story ?? read("STORY") ?? DEFAULT_STORY),
    maxBody: numberOf("MAX_BODY", read("MAX_BODY"), {
      standard: STANDARD_MAX_BODY,
      least: 1,
      most: MOST_MAX_BODY,
    }),
    filter: readEventFilter(given.events ?? read("EVENTS"), read("SKIP")),
    rules: given.rules ?? read("RULES"),
    keepPayload: isYes("KEEP_PAYLOAD", read("KEEP_PAYLOAD")),
    retentionDays: numberOf("RETENTION_DAYS", read("RETENTION_DAYS"), {
      standard: 0,
      least: 0,
      most: MOST_DAYS,
    }),
    closeEpisodes: given.closeEpisodes ?? isYes("CLOSE_EPISODES", read("CLOSE_EPISODES")),
    rate: read("RATE") === undefined
      ? undefined
      : numberOf("RATE", read("RATE"), { standard: 0, least: 1, most: MOST_RATE }),
    outgoing: outgoingOf(read("WEBHOOK_URL"), read("WEBHOOK_SECRET")),
  };
  checkExposure(settings);
  return settings;
}

/** Whether other machines can reach an address. */
export function isExposed({ host }: Pick<NarrativeSettings, "host">): boolean {
  return !isLoopback(host);
}

function checkExposure(settings: NarrativeSettings): void {
  if (!isExposed(settings)) return;
  if (settings.token === undefined) {
    throw new NarrativeStartError(
      "token_required",
      `Other machines can reach ${settings.host}: set LOOM_NARRATIVE_TOKEN to a long random text, or listen on 127.0.0.1.`,
    );
  }
  if (settings.allowUnsigned && settings.webhookSecrets.length === 0) {
    throw new NarrativeStartError(
      "bad_option",
      `LOOM_NARRATIVE_ALLOW_UNSIGNED is for this machine only, and others can reach ${settings.host}: set GITHUB_WEBHOOK_SECRET.`,
    );
  }
}

function portOf(given: number | string): number {
  const port = typeof given === "number" ? given : /^\d{1,5}$/.test(given) ? Number(given) : NaN;
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw badOption(`${JSON.stringify(given)} is no port: give a whole number from 0 to 65535.`);
}

function tokenOf(token: string | undefined): string | undefined {
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token;
  throw badOption(
    "The token has spaces or characters that no header can carry: use letters, digits and signs of ASCII only.",
  );
}

function storyOf(name: string): string {
  if (isStoryName(name)) return name;
  throw badOption(
    `${JSON.stringify(name)} is no name of a story: use at most 64 letters, digits, hyphens and underscores.`,
  );
}

function wordsOf(text: string | undefined): readonly string[] {
  return (text ?? "").split(/[\s,]+/).filter((word) => word !== "");
}

function isYes(suffix: string, text: string | undefined): boolean {
  if (text === undefined || text === "0") return false;
  if (text === "1") return true;
  throw badOption(`LOOM_NARRATIVE_${suffix} is ${JSON.stringify(text)}: set it to 1, or to 0.`);
}

function numberOf(
  suffix: string,
  text: string | undefined,
  { standard, least, most }: { standard: number; least: number; most: number },
): number {
  if (text === undefined) return standard;
  const number = /^\d{1,12}$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  throw badOption(
    `LOOM_NARRATIVE_${suffix} is ${JSON.stringify(text)}: set a whole number from ${least} to ${most}.`,
  );
}

function outgoingOf(url: string | undefined, secret: string | undefined): OutgoingSettings | undefined {
  if (url === undefined) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw badOption("LOOM_NARRATIVE_WEBHOOK_URL is no address: write it as https://host/path.");
  }
  if (secret === undefined) {
    throw badOption("LOOM_NARRATIVE_WEBHOOK_SECRET is missing: webhooks are sent signed only.");
  }
  return { url, secret };
}

function badOption(message: string): NarrativeStartError {
  return new NarrativeStartError("bad_option", message);
}
