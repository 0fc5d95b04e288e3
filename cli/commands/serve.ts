import { envAlias } from "@loom/protocol";
import { resolve } from "@std/path";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import { interruption } from "../interruption.ts";
import { HUB_PORT, hubDocument, hubToken } from "../live/hub_access.ts";
import { documentOf } from "../load_machine.ts";
import type { SERVE } from "../table/live.ts";
import { UsageError } from "../usage_error.ts";

type ServeValues = Parameters<Run<typeof SERVE>>[1];

/** Starts a hub and keeps it until the program is interrupted. */
export const serve: Run<typeof SERVE> = async (context, values) => {
  const { io, json, print, remark, remarkPaint } = context;
  const doc = hubDocument(documentOf(context, values.doc ?? values.file));
  const root = values.root ?? envAlias("BRIDGE_ROOT", io.env);
  const settings = {
    port: portOf(context, values),
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
  await serveHub(settings, {
    ...(values.log ? { log: jsonLog((line) => io.stderr.write(line), () => io.now().getTime()) } : {}),
    onListening: ({ url, port }) => {
      const about = { url, port, doc, ...(settings.root === undefined ? {} : { root: settings.root }) };
      print(json ? JSON.stringify(about) : url);
      const documents = settings.root === undefined
        ? `${doc}, and others by their paths`
        : `those in ${settings.root}`;
      remark(remarkPaint.faint(`Documents: ${documents}. Ctrl-C stops the hub.`));
    },
    until,
  });
  remark(remarkPaint.faint("The hub has stopped."));
  return EXIT.done;
};

/** What the command line gives, else the words of a variable; `undefined` without either. */
function listOf({ io }: Context, given: readonly string[], variable: string): readonly string[] | undefined {
  if (given.length > 0) return given;
  const words = envAlias(variable, io.env)?.split(/[\s,]+/).filter((word) => word !== "") ?? [];
  return words.length > 0 ? words : undefined;
}

function portOf({ io }: Context, { port }: ServeValues): number {
  const text = envAlias("BRIDGE_PORT", io.env);
  const number = port ?? (text === undefined ? HUB_PORT : /^\d+$/.test(text) ? Number(text) : NaN);
  if (number >= 0 && number <= 65_535) return number;
  const subject = port === undefined ? `LOOM_BRIDGE_PORT, "${text}",` : `${port}`;
  throw new UsageError(`${subject} is no port: give a whole number from 0 to 65535.`);
}
