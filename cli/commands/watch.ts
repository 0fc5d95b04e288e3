import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import { interruption } from "../io.ts";
import { type HubAccess, hubDocument, likelyHub } from "../live/hub_access.ts";
import { documentOf, loadDocument } from "../load_document.ts";
import { refuseOtherKind } from "../refuse_other_kind.ts";
import type { WATCH } from "../table/live.ts";
import { follow } from "../watch/follow.ts";
import { lineView, type WatchView } from "../watch/line_view.ts";
import { screenView } from "../watch/screen_view.ts";

/** Shows a document while it is edited and while it runs. */
export const watch: Run<typeof WATCH> = async (context, values) => {
  const path = documentOf(context, values.doc);
  refuseOtherKind(path, context.kinds);
  const doc = hubDocument(path);
  const access = await likelyHub(context);
  const { openHub } = await import("../live/open_hub.ts");
  const isScreen = takesScreen(context);
  const interrupted = interruption(context.io);
  const view = isScreen ? screenOf(context, values, path, access) : lineView(context.io.stdout);
  const stop = new AbortController();
  const ended = Promise.race([view.ended, interrupted]).finally(() => {
    // The terminal is given back before anything else has to end.
    view.close();
    stop.abort();
  });
  // It is heard of below; until then it is nobody's.
  ended.catch(() => {});
  try {
    const following = await follow({
      doc,
      kinds: context.kinds,
      url: access.url,
      open: (listener) => openHub(access, doc, listener),
      read: () => loadDocument(context, path),
      tell: view.tell,
      now: context.io.now,
      requireLive: values.requireLive,
      signal: stop.signal,
    });
    if (!isScreen && following?.reason !== undefined) remarkFile(context, following.reason);
    await ended;
    await following?.close();
    return EXIT.done;
  } finally {
    view.close();
  }
};

/** True when a person looks at a terminal that can show more than lines. */
function takesScreen({ io, json }: Context): boolean {
  return !json && io.terminal !== undefined && io.stdout.isTerminal && io.env.TERM !== "dumb";
}

type WatchValues = Parameters<Run<typeof WATCH>>[1];

function screenOf(context: Context, values: WatchValues, doc: string, { url }: HubAccess): WatchView {
  const { io, paint, kinds } = context;
  if (io.terminal === undefined) throw new Error("There is no terminal to take over.");
  const options = { kinds, doc, url, format: values.as, actions: values.actions, paint };
  return screenView(io.terminal, (text) => io.stdout.write(text), options);
}

/** In a pipe the reason stands beside the result too: a program may not look for it. */
function remarkFile({ remark, remarkPaint }: Context, { message }: Error): void {
  remark(remarkPaint.faint(`${message} Following the file.`));
}
