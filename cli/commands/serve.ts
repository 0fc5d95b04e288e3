import { envAlias } from "@loom/protocol";
import { resolve } from "@std/path";
import type { Bridge } from "@loom/hub";
import type { Run } from "../command.ts";
import { type Context, DEFAULT_DOCUMENT } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import { interruption } from "../io.ts";
import { HUB_PORT, hubDocument, hubToken } from "../live/hub_access.ts";
import { documentOf } from "../load_document.ts";
import type { SERVE } from "../table/live.ts";
import { UsageError } from "../usage_error.ts";
import { WEB_PORT } from "../web_port.ts";
import { OnePort } from "./one_port.ts";
import type { WebService } from "./serve_web.ts";

type ServeValues = Parameters<Run<typeof SERVE>>[1];

/** Starts a hub and keeps it until the program is interrupted. */
export const serve: Run<typeof SERVE> = async (context, values) => {
  const { io, json, print, remark, remarkPaint } = context;
  const path = documentOf(context, values.doc ?? values.file);
  const doc = hubDocument(path);
  const root = values.root ?? envAlias("BRIDGE_ROOT", io.env);
  const host = values.host ?? envAlias("BRIDGE_HOST", io.env) ?? "127.0.0.1";
  const pages = hasWeb(values) ? webOf(context, values) : undefined;
  const port = portOf(io, values.port, { variable: "BRIDGE_PORT", standard: HUB_PORT });
  const settings = {
    port,
    host,
    docId: doc,
    root: root === undefined ? undefined : resolve(root),
    token: await hubToken(context),
    tokenFile: undefined,
    origins: [
      ...listOf(context, values.origin, "BRIDGE_ORIGINS") ?? ["loopback"],
      ...pages === undefined ? [] : await originsOf(host, pages.port ?? port),
    ],
    hosts: listOf(context, values.allowHost, "BRIDGE_HOSTS") ?? [],
    redisUrl: envAlias("REDIS_URL", io.env),
  };
  const until = interruption(io);
  const { jsonLog } = await import("@loom/hub");
  const { serveHub } = await import("../hub/serve_hub.ts");
  const { serveWeb } = await import("./serve_web.ts");
  const front = pages !== undefined && pages.port === undefined ? new OnePort() : undefined;
  let web: WebService | undefined;
  const listening = async ({ url, port }: Bridge) => {
    if (pages !== undefined) {
      web = await serveWeb(
        context,
        { ...settings, ...pages, port: pages.port ?? port, doc, hubUrl: url },
        front,
      );
    }
    const about = { url, port, doc, ...(settings.root === undefined ? {} : { root: settings.root }) };
    const shown = {
      ...(web === undefined ? {} : { web: { url: web.url, port: web.port } }),
      ...(pages?.mcp ? { mcp: { url: `${url}/mcp` } } : {}),
    };
    print(json ? JSON.stringify({ ...about, ...shown }) : [url, ...web ? [web.url] : []].join("\n"));
    const documents = settings.root === undefined
      ? `${doc}, and others by their paths`
      : `those in ${settings.root}`;
    remark(remarkPaint.faint(`Documents: ${documents}. Ctrl-C stops the hub.`));
    // Nobody asked for the default one.
    const refusal = path === DEFAULT_DOCUMENT ? undefined : await refusalOf(doc, settings.root);
    if (refusal !== undefined) {
      remark(remarkPaint.warn(`Clients that name no document are refused: ${refusal}`));
    }
  };
  await serveHub(settings, {
    ...(values.log ? { log: jsonLog((line) => io.stderr.write(line), () => io.now().getTime()) } : {}),
    kinds: context.kinds,
    onListening: listening,
    beside: front?.answer,
    until,
  }).finally(() => web?.close());
  remark(remarkPaint.faint("The hub has stopped."));
  return EXIT.done;
};

/** Why the hub does not let anybody join a document; `undefined` when it does. */
async function refusalOf(doc: string, root: string | undefined): Promise<string | undefined> {
  const { documentSource } = await import("@loom/bridge/document");
  const found = await documentSource(root === undefined ? {} : { root }).resolve(doc);
  return found.ok ? undefined : found.message;
}

/** The values of the command line, else the words of a variable; `undefined` without either. */
function listOf({ io }: Context, given: readonly string[], variable: string): readonly string[] | undefined {
  if (given.length > 0) return given;
  const words = envAlias(variable, io.env)?.split(/[\s,]+/).filter((word) => word !== "") ?? [];
  return words.length > 0 ? words : undefined;
}

/** True when pages are served too; what is about them asks for them. */
function hasWeb({ web, webPort, narrative, mcp }: ServeValues): boolean {
  return web || webPort !== undefined || narrative || mcp;
}

/** The pages' own port, or none where everything is at the hub's: with agents, and with `--port` and no port of pages. */
function webOf(
  { io }: Context,
  { port, webPort, narrative, mcp }: ServeValues,
): { readonly port: number | undefined; readonly narrative: boolean; readonly mcp: boolean } {
  if (mcp && webPort !== undefined) {
    throw new UsageError(
      "With --mcp everything is at the port of the hub: leave --web-port out, or give --port.",
    );
  }
  const hasOwn = webPort !== undefined || (port === undefined && !mcp);
  const own = hasOwn ? portOf(io, webPort, { variable: "WEB_PORT", standard: WEB_PORT }) : undefined;
  return { port: own, narrative, mcp };
}

/** The origins of the pages themselves, which always may join the hub; a free port is not known before it is taken. */
async function originsOf(host: string, port: number): Promise<readonly string[]> {
  if (port === 0) return ["loopback"];
  // Lazy import: keeps the start of other commands fast.
  const { isLoopback } = await import("@loom/bridge/server");
  const names = ["localhost", "127.0.0.1", "[::1]", ...isLoopback(host) && !host.includes(":") ? [host] : []];
  return names.map((name) => `http://${name}:${port}`);
}

function portOf(
  io: Context["io"],
  port: number | undefined,
  { variable, standard }: { readonly variable: string; readonly standard: number },
): number {
  const text = envAlias(variable, io.env);
  const number = port ?? (text === undefined ? standard : /^\d+$/.test(text) ? Number(text) : NaN);
  if (number >= 0 && number <= 65_535) return number;
  const subject = port === undefined ? `LOOM_${variable}, "${text}",` : `${port}`;
  throw new UsageError(`${subject} is no port: give a whole number from 0 to 65535.`);
}
