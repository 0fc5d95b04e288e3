import { type LivePresence, oneLine } from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import { interruption } from "../io.ts";
import { hubDocument, likelyHub } from "../live/hub_access.ts";
import { documentOf } from "../load_document.ts";
import type { PRESENCE } from "../table/live.ts";
import { textColumns } from "../text_columns.ts";

/** Tells who takes part in a document. */
export const presence: Run<typeof PRESENCE> = async (context, values) => {
  const path = documentOf(context, values.doc);
  const doc = hubDocument(path);
  const access = await likelyHub(context);
  const { openHub } = await import("../live/open_hub.ts");
  const ended = values.watch ? interruption(context.io) : Promise.resolve();
  let before: string | undefined;
  const tell = (others: readonly LivePresence[]) => {
    const now = JSON.stringify(others.map(({ clientId }) => clientId));
    if (now !== before) {
      tellPresence(context, { doc, url: access.url, others, again: before !== undefined, path });
    }
    before = now;
  };
  let selfId: string | undefined;
  let isEnding = false;
  const link = openHub(access, doc, {
    onJoined: (joined) => {
      selfId = joined.selfId;
    },
    onPresence: (all) => {
      if (values.watch && before !== undefined) tell(all.filter(({ clientId }) => clientId !== selfId));
    },
    onLost: () => {
      if (!isEnding) context.remark(context.remarkPaint.warn(`The connection to ${access.url} is lost.`));
    },
  });
  try {
    tell(await link.join());
    await ended;
    isEnding = true;
    return EXIT.done;
  } finally {
    await link.close();
  }
};

/** The participants as text. */
interface Told {
  readonly doc: string;
  readonly url: string;
  readonly path: string;
  /** All but the one who asks. */
  readonly others: readonly LivePresence[];
  /** True when it was told before. */
  readonly again: boolean;
}

function tellPresence(context: Context, { doc, url, path, others, again }: Told): void {
  const { io, json, paint, print, remark, remarkPaint } = context;
  if (json) {
    const value = { at: io.now().toISOString(), doc, url, presence: others };
    // Those who watch get a line each time, so that it can be read line by line.
    io.stdout.write(JSON.stringify(value) + "\n");
    return;
  }
  if (again) remark(remarkPaint.faint(`── ${io.now().toTimeString().slice(0, 8)}`));
  const rows = others.map(({ role, name, clientId, joinedAt }) => [
    oneLine(role),
    name ? oneLine(name) : oneLine(clientId).slice(0, 8),
    `since ${timeOf(joinedAt)}`,
  ]);
  print(textColumns(rows, { width: io.stdout.columns, paints: [paint.live, paint.strong, paint.faint] }));
  if (others.length === 0) remark(`Nobody else takes part in ${path}.`);
}

/** The local date and time of an instant, or the text itself when it is none. */
function timeOf(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return oneLine(instant);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${date.toTimeString().slice(0, 8)}`;
}
