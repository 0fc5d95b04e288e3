import type { BeatStore, GivenSettings } from "@loom/bridge/narrative";
import { envAlias } from "@loom/protocol";
import { resolve } from "@std/path";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import { interruption } from "../io.ts";
import { readTokenFile } from "../live/token_file.ts";
import type { NARRATIVE_SERVE } from "../table/narrative.ts";
import type { EpisodeCloser } from "./close_episodes.ts";
import type { StoryPublisher } from "./publish_story.ts";

type Values = Parameters<Run<typeof NARRATIVE_SERVE>>[1];

/** Serves the narrative bridge until the program is interrupted. */
export const serve: Run<typeof NARRATIVE_SERVE> = async (context, values) => {
  const { io, json, print, remark, remarkPaint } = context;
  const narrative = await import("@loom/bridge/narrative");
  const settings = narrative.readNarrativeSettings(io.env, await givenOf(values));
  const rules = settings.rules === undefined
    ? narrative.BUILT_IN_RULES
    : await narrative.readRulesFile(settings.rules);
  const until = interruption(io);
  const now = () => io.now().getTime();
  const store = await narrative.openStore(settings.store, { now, notify: remark });
  try {
    const server = await narrative.serveNarrative({
      store,
      settings,
      rules,
      now,
      ...(values.log ? { log: narrative.narrativeLog((line) => io.stderr.write(line), now) } : {}),
    });
    const publisher = await publisherOf(context, store, settings.story);
    const closer = settings.closeEpisodes ? await closerOf(context, store, settings.story) : undefined;
    try {
      const { url, port } = server;
      print(json ? JSON.stringify({ url, port, store: store.kind, story: settings.story }) : url);
      for (const line of remarksOn(settings, narrative.isExposed(settings))) remark(remarkPaint.faint(line));
      await until;
    } finally {
      await Promise.all([publisher?.close(), closer?.close()]);
      await server.close();
    }
  } finally {
    await store.close();
  }
  remark(remarkPaint.faint("The bridge has stopped."));
  return EXIT.done;
};

/** Publishes the position to a hub when one is configured. Lazy import: the client is large. */
async function publisherOf(
  context: Context,
  store: BeatStore,
  story: string,
): Promise<StoryPublisher | undefined> {
  if (envAlias("BRIDGE_URL", context.io.env) === undefined) return undefined;
  const { publishStory } = await import("./publish_story.ts");
  return await publishStory(context, store, story);
}

/** Closes episodes when they are over. */
async function closerOf(context: Context, store: BeatStore, story: string): Promise<EpisodeCloser> {
  const { closeEpisodes } = await import("./close_episodes.ts");
  return closeEpisodes(store, story, {
    now: context.io.now,
    onClosed: (id) => context.remark(context.remarkPaint.faint(`Episode ${id} is closed.`)),
  });
}

/** Settings from the command line; the rest comes from the environment. */
async function givenOf(values: Values): Promise<GivenSettings> {
  const { port, host, store, story, rules, events, origin, allowHost, tokenFile, closeEpisodes } = values;
  return {
    port,
    host,
    store,
    story,
    rules: rules === undefined ? undefined : resolve(rules),
    events,
    origins: origin.length > 0 ? origin : undefined,
    closeEpisodes: closeEpisodes || undefined,
    hosts: allowHost.length > 0 ? allowHost : undefined,
    token: tokenFile === undefined ? undefined : await readTokenFile(tokenFile),
  };
}

/** Remarks on a bridge that has just started. */
function* remarksOn(
  { host, webhookSecrets, allowUnsigned }: {
    host: string;
    webhookSecrets: readonly string[];
    allowUnsigned: boolean;
  },
  isExposed: boolean,
): Generator<string> {
  if (isExposed) {
    yield `Other machines can reach ${host}, and titles of private repositories go there unencrypted: put a proxy with TLS before it.`;
  }
  if (webhookSecrets.length === 0) {
    yield allowUnsigned
      ? "Webhooks are taken without a signature: anything on this machine can send some."
      : 'Webhooks are not taken: GITHUB_WEBHOOK_SECRET is not set. "loom narrative setup" tells more.';
  }
  yield "Ctrl-C stops the bridge.";
}
