import type { Environment } from "@loom/protocol";
import { type Setting, SettingsReader, type SettingTable } from "../server/settings.ts";
import { weakToken } from "../server/secret.ts";
import { isLoopback } from "../server/source_policy.ts";
import { DEFAULT_STORY, isStoryName } from "./read_members.ts";
import { NarrativeStartError } from "./narrative_error.ts";
import { DEFAULT_STORE } from "./store/open_store.ts";
import { type EventFilter, readEventFilter } from "./http/webhook/event_filter.ts";

/** Target and secret of the webhooks that the bridge sends. */
export interface OutgoingSettings {
  /** The address. */
  readonly url: string;
  /** The secret as text; `whsec_` before base64, as Standard Webhooks write it. */
  readonly secret: string;
}

/** Bounds of the analyses without a beat that a bridge keeps. */
export interface AnalysisBounds {
  /** Days until they are deleted; 0 for never. */
  readonly analysesDays: number;
  /** The most that a story keeps; 0 for all. */
  readonly analysesMost: number;
}

/** Settings of a bridge. */
export interface NarrativeSettings extends AnalysisBounds {
  /** The address to listen on. */
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** The token of callers; `undefined` lets all of this machine in. */
  readonly token: string | undefined;
  /** The origins of pages that may call and read answers, in addition to the bridge's own. */
  readonly origins: readonly string[];
  /** Names of the bridge in addition to addresses and localhost. */
  readonly hosts: readonly string[];
  /** The secrets that sign webhooks; two while one replaces the other. */
  readonly webhookSecrets: readonly string[];
  /** True to take webhooks without a signature, where there is no secret. */
  readonly allowUnsigned: boolean;
  /** The address of the store. */
  readonly store: string;
  /** The story of requests that name none. */
  readonly story: string;
  /** The longest body, in bytes. */
  readonly maxBody: number;
  /** Selects the webhooks that become beats. */
  readonly filter: EventFilter;
  /** The file of rules over the built-in ones. */
  readonly rules: string | undefined;
  /** True to keep payloads. */
  readonly keepPayload: boolean;
  /** Days until analyses and payloads are deleted; 0 for never. */
  readonly retentionDays: number;
  /** True to close an episode as soon as it is over. */
  readonly closeEpisodes: boolean;
  /** The most requests a second; `undefined` for no limit. */
  readonly rate: number | undefined;
  /** The target of the bridge's own webhooks; `undefined` for none. */
  readonly outgoing: OutgoingSettings | undefined;
}

const TABLE = {
  host: { variable: "LOOM_NARRATIVE_HOST", standard: "127.0.0.1", meaning: "the address to listen on" },
  port: {
    variable: "LOOM_NARRATIVE_PORT",
    flag: "port",
    standard: "4600",
    meaning: "the port; 0 takes a free one",
  },
  token: {
    variable: "LOOM_NARRATIVE_TOKEN",
    isSecret: true,
    standard: "",
    meaning: "what callers send as `Authorization: Bearer`; required where other machines reach the bridge",
  },
  hosts: {
    variable: "LOOM_NARRATIVE_HOSTS",
    standard: "",
    meaning:
      "names that the bridge may be called by, besides addresses and localhost: that of a proxy before it",
  },
  origins: {
    variable: "LOOM_NARRATIVE_CORS_ORIGIN",
    standard: "",
    meaning:
      "pages that may call and read answers: `https://host`, `loopback` for this machine's, `*` for all",
  },
  secret: {
    variable: "GITHUB_WEBHOOK_SECRET",
    isSecret: true,
    standard: "",
    meaning: "what the forge signs webhooks with; without it they get 503",
  },
  previousSecret: {
    variable: "GITHUB_WEBHOOK_SECRET_PREVIOUS",
    isSecret: true,
    standard: "",
    meaning: "the secret before, while it is being changed",
  },
  allowUnsigned: {
    variable: "LOOM_NARRATIVE_ALLOW_UNSIGNED",
    standard: "0",
    meaning: "`1` takes unsigned webhooks where no secret is set and only this machine reaches the bridge",
  },
  events: {
    variable: "LOOM_NARRATIVE_EVENTS",
    standard: "issues,issue_comment,pull_request,push",
    meaning: "types of webhooks that become beats; `*` for all",
  },
  skip: {
    variable: "LOOM_NARRATIVE_SKIP",
    standard: "",
    meaning: "what still becomes no beat: `bots`, `deletions` (of branches and tags), `label:<name>`",
  },
  store: {
    variable: "LOOM_NARRATIVE_STORE",
    standard: DEFAULT_STORE,
    meaning: "where stories are kept: `sqlite:<path>`, `redis://...`, `jsonl:<folder>`, `memory:`",
  },
  story: {
    variable: "LOOM_NARRATIVE_STORY",
    flag: "story",
    standard: DEFAULT_STORY,
    meaning: "the story of requests that name none",
  },
  rules: {
    variable: "LOOM_NARRATIVE_RULES",
    standard: "",
    meaning: "a file of rules over the built-in ones",
  },
  maxBody: {
    variable: "LOOM_NARRATIVE_MAX_BODY",
    // The most that a forge sends, wrapped.
    standard: "27262976",
    meaning: "the longest body, in bytes; at most 268435456",
  },
  keepPayload: {
    variable: "LOOM_NARRATIVE_KEEP_PAYLOAD",
    standard: "0",
    meaning: "`1` keeps payloads; titles of private repositories are data, and so is all else in them",
  },
  retentionDays: {
    variable: "LOOM_NARRATIVE_RETENTION_DAYS",
    standard: "0",
    meaning: "after how many days analyses and payloads are forgotten; `0` keeps them",
  },
  analysesDays: {
    variable: "LOOM_NARRATIVE_ANALYSES_DAYS",
    standard: "90",
    meaning: "after how many days an analysis without a beat is forgotten; `0` or `off` keeps it",
  },
  analysesMost: {
    variable: "LOOM_NARRATIVE_ANALYSES_MAX",
    standard: "10000",
    meaning: "how many analyses without a beat a story keeps; `0` or `off` keeps all",
  },
  closeEpisodes: {
    variable: "LOOM_NARRATIVE_CLOSE_EPISODES",
    standard: "0",
    meaning: "`1` closes an episode after 12 beats or a resolution; the next one counts from 1",
  },
  rate: { variable: "LOOM_NARRATIVE_RATE", standard: "", meaning: "how many requests a second are answered" },
  webhookUrl: {
    variable: "LOOM_NARRATIVE_WEBHOOK_URL",
    isSecret: true,
    standard: "",
    meaning: "where the bridge sends webhooks of its own, as Standard Webhooks",
  },
  webhookSecret: {
    variable: "LOOM_NARRATIVE_WEBHOOK_SECRET",
    isSecret: true,
    standard: "",
    meaning: "what those are signed with; `whsec_` and base64",
  },
} as const satisfies SettingTable<string>;

/** The settings of a bridge. */
export const NARRATIVE_VARIABLES: readonly Setting[] = Object.values(TABLE);

/** The most that may be set: a longer body would not fit into one text. */
const MOST_MAX_BODY = 268_435_456;

/** The most days that may be set: a hundred years. */
const MOST_DAYS = 36_500;

/** The most analyses that may be set. */
const MOST_ANALYSES = 1_000_000_000;

/** The most requests a second that may be set. */
const MOST_RATE = 1_000_000;

/** Values of the command line, in place of variables. */
export interface GivenSettings {
  /** The address to listen on. */
  readonly host?: string | undefined;
  /** The port; 0 takes a free one. */
  readonly port?: number | undefined;
  /** The token of callers. */
  readonly token?: string | undefined;
  /** The pages that may call and read answers. */
  readonly origins?: readonly string[] | undefined;
  /** Names of the bridge in addition to addresses and localhost. */
  readonly hosts?: readonly string[] | undefined;
  /** The address of the store, such as `sqlite:<path>`. */
  readonly store?: string | undefined;
  /** The story of requests that name none. */
  readonly story?: string | undefined;
  /** The file of rules over the built-in ones. */
  readonly rules?: string | undefined;
  /** The types of webhooks that become beats, with commas between; `*` for all. */
  readonly events?: string | undefined;
  /** True to close an episode as soon as it is over. */
  readonly closeEpisodes?: boolean | undefined;
}

/**
 * Reads the settings of a bridge.
 *
 * @param env The variables of the environment.
 * @param given Values that go before them.
 * @throws {NarrativeStartError} `bad_option` when a value is not understood; `token_required` when other machines could reach a bridge
 * without a token or with a short one
 */
export function readNarrativeSettings(env: Environment, given: GivenSettings = {}): NarrativeSettings {
  const { port, closeEpisodes, ...texts } = given;
  const read = new SettingsReader(TABLE, {
    env,
    given: {
      ...texts,
      port: port === undefined ? undefined : String(port),
      closeEpisodes: closeEpisodes === undefined ? undefined : closeEpisodes ? "1" : "0",
    },
    error: badOption,
  });
  const settings: NarrativeSettings = {
    host: read.text("host"),
    port: read.port("port"),
    token: read.token("token"),
    origins: read.words("origins"),
    hosts: read.words("hosts"),
    webhookSecrets: [read.text("secret"), read.text("previousSecret")].filter((secret) => secret !== ""),
    allowUnsigned: isOne(read, "allowUnsigned"),
    store: read.text("store"),
    story: read.parse(
      "story",
      storyName,
      "is no name of a story: use at most 64 letters, digits, hyphens and underscores.",
    ),
    maxBody: read.integer("maxBody", { least: 1, most: MOST_MAX_BODY }),
    filter: readEventFilter(read.optional("events"), read.optional("skip")),
    rules: read.optional("rules"),
    keepPayload: isOne(read, "keepPayload"),
    retentionDays: read.integer("retentionDays", { least: 0, most: MOST_DAYS }),
    ...boundsOf(read),
    closeEpisodes: isOne(read, "closeEpisodes"),
    rate: read.optional("rate") === undefined
      ? undefined
      : read.integer("rate", { least: 1, most: MOST_RATE }),
    outgoing: outgoingOf(read),
  };
  checkExposure(settings);
  return settings;
}

/**
 * Reads the bounds of the analyses without a beat.
 *
 * @throws {NarrativeStartError} `bad_option` when a value is not understood
 */
export function readAnalysisBounds(env: Environment): AnalysisBounds {
  return boundsOf(new SettingsReader(TABLE, { env, error: badOption }));
}

type Reader = SettingsReader<keyof typeof TABLE>;

function boundsOf(read: Reader): AnalysisBounds {
  return {
    analysesDays: bound(read, "analysesDays", MOST_DAYS),
    analysesMost: bound(read, "analysesMost", MOST_ANALYSES),
  };
}

/** A bound, or 0 for none. */
function bound(read: Reader, name: "analysesDays" | "analysesMost", most: number): number {
  return read.text(name).trim().toLowerCase() === "off" ? 0 : read.integer(name, { least: 0, most });
}

/** A switch of which `1` is the only yes: what it allows is not for slips. */
function isOne(read: Reader, name: keyof typeof TABLE): boolean {
  return read.integer(name, { least: 0, most: 1 }) === 1;
}

function storyName(text: string): string | undefined {
  return isStoryName(text) ? text : undefined;
}

function outgoingOf(read: Reader): OutgoingSettings | undefined {
  if (read.optional("webhookUrl") === undefined) return undefined;
  const url = read.parse("webhookUrl", webAddress, "is no address: write it as https://host/path.");
  const secret = read.optional("webhookSecret");
  if (secret !== undefined) return { url, secret };
  throw badOption("LOOM_NARRATIVE_WEBHOOK_SECRET is missing: webhooks are sent signed only.");
}

function webAddress(text: string): string | undefined {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? "") ? text : undefined;
}

/** True for a bridge that other machines can reach. */
export function isExposed({ host }: Pick<NarrativeSettings, "host">): boolean {
  return !isLoopback(host);
}

function checkExposure(settings: NarrativeSettings): void {
  if (!isExposed(settings)) return;
  if (settings.token === undefined) {
    throw new NarrativeStartError(
      "token_required",
      `Other machines can reach ${settings.host}: set LOOM_NARRATIVE_TOKEN to a token of "loom token", or listen on 127.0.0.1.`,
    );
  }
  const weak = weakToken(settings.host, settings.token, "LOOM_NARRATIVE_TOKEN");
  if (weak !== undefined) throw new NarrativeStartError("token_required", weak);
  if (settings.allowUnsigned && settings.webhookSecrets.length === 0) {
    throw new NarrativeStartError(
      "bad_option",
      `LOOM_NARRATIVE_ALLOW_UNSIGNED is for this machine only, and others can reach ${settings.host}: set GITHUB_WEBHOOK_SECRET.`,
    );
  }
}

function badOption(message: string): NarrativeStartError {
  return new NarrativeStartError("bad_option", message);
}
