import { envAlias } from "@loom/protocol";
import { resolve } from "@std/path";
import type { Bridge } from "@loom/hub";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import { interruption } from "../interruption.ts";
import { HUB_PORT, hubDocument, hubToken } from "../live/hub_access.ts";
import { documentOf } from "../load_machine.ts";
import type { WebService } from "../hub/serve_web.ts";
import type { SERVE } from "../table/live.ts";
import { UsageError } from "../usage_error.ts";
import { WEB_PORT } from "../web_port.ts";

type ServeValues = Parameters<Run<typeof SERVE>>[1];

/** Starts a hub and keeps it until the program is interrupted. */
export const serve: Run<typeof SERVE> = async (context, values) => {
  const { io, json, print, remark, remarkPaint } = context;
  const doc = hubDocument(documentOf(context, values.doc ?? values.file));
  const root = values.root ?? envAlias("BRIDGE_ROOT", io.env);
  const settings = {
    port: portOf(io, values.port, { variable: "BRIDGE_PORT", standard: HUB_PORT }),
    host: values.host ?? envAlias("BRIDGE_HOST", io.env) ?? "127.0.0.1",
    docId: doc,
    root: root === undefined ? undefined : resolve(root),
    token: await hubToken(context),
    tokenFile: undefined,
    origins: listOf(context, values.origin, "BRIDGE_ORIGINS") ?? ["loopback"],
    hosts: listOf(context, values.allowHost, "BRIDGE_HOSTS") ?? [],
    redisUrl: envAlias("REDIS_URL", io.env),
  };
  const until = interruption(io);
  const { jsonLog } = await import("@loom/hub");
  const { serveHub } = await import("../hub/serve_hub.ts");
  const { serveWeb } = await import("../hub/serve_web.ts");
  let web: WebService | undefined;
  const listening = async ({ url, port }: Bridge) => {
    if (hasWeb(values)) {
      web = await serveWeb(context, { ...settings, ...webOf(context, values), doc, hubUrl: url });
    }
    const about = { url, port, doc, ...(settings.root === undefined ? {} : { root: settings.root }) };
    const pages = web === undefined ? {} : { web: { url: web.url, port: web.port } };
    print(json ? JSON.stringify({ ...about, ...pages }) : [url, ...web ? [web.url] : []].join("\n"));
    const documents = settings.root === undefined
      ? `${doc}, and others by their paths`
      : `those in ${settings.root}`;
    remark(remarkPaint.faint(`Documents: ${documents}. Ctrl-C stops the hub.`));
  };
  await serveHub(settings, {
    ...(values.log ? { log: jsonLog((line) => io.stderr.write(line), () => io.now().getTime()) } : {}),
    onListening: listening,
    until,
  }).finally(() => web?.close());
  remark(remarkPaint.faint("The hub has stopped."));
  return EXIT.done;
};

/** What the command line gives, else the words of a variable; `undefined` without either. */
function listOf({ io }: Context, given: readonly string[], variable: string): readonly string[] | undefined {
  if (given.length > 0) return given;
  const words = envAlias(variable, io.env)?.split(/[\s,]+/).filter((word) => word !== "") ?? [];
  return words.length > 0 ? words : undefined;
}

/** Whether pages are served too; what is about them asks for them. */
function hasWeb({ web, webPort, narrative }: ServeValues): boolean {
  return web || webPort !== undefined || narrative;
}

function webOf({ io }: Context, { webPort, narrative }: ServeValues): { port: number; narrative: boolean } {
  return { port: portOf(io, webPort, { variable: "WEB_PORT", standard: WEB_PORT }), narrative };
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
