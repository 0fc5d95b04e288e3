import type { MountedNarrative } from "@loom/bridge/narrative";
import type { MountedMcp } from "@loom/mcp";
import { envAlias } from "@loom/protocol";
import { dirname, resolve } from "@std/path";
import type { Context } from "../context.ts";
import { UsageError } from "../usage_error.ts";
import type { OnePort } from "./one_port.ts";

/** Inputs of the server of pages. */
export interface WebSettings {
  /** The document of pages that name none. */
  readonly doc: string;
  /** The folder that documents must be in; `undefined` for those of the environment, else that of the document. */
  readonly root: string | undefined;
  readonly host: string;
  readonly hosts: readonly string[];
  readonly port: number;
  readonly token: string | undefined;
  /** The address of the hub. */
  readonly hubUrl: string;
  /** True when the narrative bridge is served beside the pages. */
  readonly narrative: boolean;
  /** True when agents are served beside the pages. */
  readonly mcp: boolean;
}

/** Pages that are served. */
export interface WebService {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves the designer's pages, and the narrative bridge with them where it is asked for.
 *
 * @param front Where the pages are at the address of the hub.
 */
export async function serveWeb(
  context: Context,
  settings: WebSettings,
  front: OnePort | undefined,
): Promise<WebService> {
  const { doc, root, host, hosts, port, token, hubUrl } = settings;
  const designer = await import("@loom/designer/server");
  const mcp = settings.mcp ? await openMcp(context, settings) : undefined;
  const narrative = settings.narrative ? await openNarrative(context, settings) : undefined;
  const closeOthers = async () => {
    await Promise.all([mcp?.close(), narrative?.close()]);
  };
  const options = {
    kinds: context.kinds,
    doc,
    roots: rootsOf(context, { root, doc }),
    chronicle: chronicleOf(context),
    host,
    hosts,
    token,
    hubUrl,
    // The token of both is one: pages of a hub that asks for it hear of documents through the designer.
    hubToken: token,
    narrative: narrative?.answer,
  };
  try {
    if (front === undefined) {
      const server = await designer.serveDesigner({ ...options, port });
      return {
        url: server.url,
        port: server.port,
        close: async () => void await Promise.all([server.close(), closeOthers()]),
      };
    }
    const service = designer.designerService(options);
    front.open(service, mcp);
    return {
      url: hubUrl,
      port,
      close: async () => {
        service.close();
        await closeOthers();
      },
    };
  } catch (error) {
    await closeOthers();
    throw error;
  }
}

/** The agent tools over the documents, the hub and the token of the pages. */
async function openMcp({ io, kinds }: Context, web: WebSettings): Promise<MountedMcp> {
  const { doc, root, host, hosts, token, hubUrl } = web;
  if (token === undefined) {
    throw new UsageError('Agents need a token over HTTP: make one with "loom token", and give --token-file.');
  }
  const { mountMcp } = await import("@loom/mcp");
  const env = {
    LOOM_CANVAS_URL: hubUrl,
    ...io.env,
    LOOM_PROJECT_FILE: doc,
    LOOM_BRIDGE_URL: hubUrl,
    LOOM_BRIDGE_TOKEN: token,
    ...(root === undefined ? {} : { LOOM_MCP_ROOT: root }),
  };
  return await mountMcp({ env, kinds, token, host, hosts });
}

/** The folders that documents may be in: the served one and those of the environment; without any that of the document. */
function rootsOf({ io }: Context, { root, doc }: Pick<WebSettings, "root" | "doc">): readonly string[] {
  const more = envAlias("DOC_ROOTS", io.env)?.split(":").filter((path) => path !== "") ?? [];
  const named = [...root === undefined ? [] : [root], ...more.map((path) => resolve(path))];
  return named.length > 0 ? named : [dirname(doc)];
}

/** The folder of episodes whose diagrams are shown besides. */
function chronicleOf({ io }: Context): string | undefined {
  const path = envAlias("CHRONICLE_ROOT", io.env);
  return path === undefined ? undefined : resolve(path);
}

/** A narrative bridge over the store of the environment, which is closed with it. */
async function openNarrative({ io }: Context, web: WebSettings): Promise<MountedNarrative> {
  const narrative = await import("@loom/bridge/narrative");
  const ownToken = envAlias("NARRATIVE_TOKEN", io.env);
  if (ownToken !== undefined && web.token === undefined) {
    throw new UsageError(
      "Pages would show to everybody on this machine what LOOM_NARRATIVE_TOKEN guards: give --token or --token-file too.",
    );
  }
  // What the pages ask for, the bridge beside them asks for too.
  const given = { host: web.host, token: ownToken ?? web.token };
  const read = narrative.readNarrativeSettings(io.env, given);
  const settings = { ...read, hosts: [...read.hosts, ...web.hosts] };
  const rules = settings.rules === undefined
    ? narrative.BUILT_IN_RULES
    : await narrative.readRulesFile(settings.rules);
  const now = () => io.now().getTime();
  const store = await narrative.openStore(settings.store, { now });
  try {
    const mounted = narrative.mountNarrative({ store, settings, rules, now });
    return {
      answer: mounted.answer,
      close: async () => {
        await mounted.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
