import {
  type DocumentEdit,
  editTogether,
  type HistoryStore,
  OpenDocument,
  stepTogether,
} from "@loom/bridge/document";
import type { Context } from "./context.ts";
import { type Announcer, announcerFor, type LiveOutcome, type LiveValues } from "./live/announcer.ts";
import { HubError } from "./live/hub_error.ts";
import { type CliDocument, withHistory } from "./mutate.ts";

/** The edits of several documents. */
const TOGETHER = { editTogether, stepTogether };

/**
 * Opens several documents for edits that are one: with the histories that this shell keeps, and announced to the hub.
 *
 * @param work Edits the documents, which it gets in the order of the paths.
 * @throws {LoomError} As the work does, and when a hub is required and cannot be used.
 */
export async function withOpenDocuments(
  context: Context,
  values: LiveValues,
  paths: readonly string[],
  work: (
    documents: readonly CliDocument[],
    together: typeof TOGETHER,
  ) => Promise<DocumentEdit<LiveOutcome>[]>,
): Promise<DocumentEdit<LiveOutcome>[]> {
  const announcers = new Map<string, Announcer>();
  try {
    for (const doc of paths) announcers.set(doc, await announcerFor({ ...context, doc }, values));
    const edits = await withHistories(context, paths.toSorted(), new Map(), (histories) =>
      work(
        paths.map((path) => {
          const history = histories.get(path);
          const announce = announcers.get(path)?.announce;
          return new OpenDocument<LiveOutcome>(path, { kinds: context.kinds, announce, history });
        }),
        TOGETHER,
      ));
    for (const edit of edits) {
      const live = await edit.live;
      if (values.requireLive && live !== undefined && live.live !== "sent") {
        throw new HubError(
          "no_hub",
          `The hub did not take the change of "${edit.result.path}"; the file has it.`,
        );
      }
    }
    return edits;
  } finally {
    for (const announcer of announcers.values()) await announcer.close();
  }
}

/** Takes the histories one after the other, in the order of the paths: two commands never wait for each other. */
async function withHistories<Value>(
  context: Context,
  [doc, ...others]: readonly string[],
  histories: Map<string, HistoryStore | undefined>,
  work: (histories: ReadonlyMap<string, HistoryStore | undefined>) => Promise<Value>,
): Promise<Value> {
  if (doc === undefined) return await work(histories);
  return await withHistory(
    { ...context, doc },
    (history) => withHistories(context, others, histories.set(doc, history), work),
  );
}
