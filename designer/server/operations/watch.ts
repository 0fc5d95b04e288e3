import { type DocumentChange, readDocumentText, watchDocument, watchLayout } from "@loom/bridge/document";
import { findDocument } from "../find_document.ts";
import { HttpError } from "../http_error.ts";
import { eventStream } from "../respond.ts";
import type { Route } from "../route.ts";
import { scriptVersion } from "./asset.ts";
import { layoutAnswer } from "./layout.ts";

/** The longest silence of a stream, in milliseconds. */
const SILENCE = 15_000;

/** The time after which a page whose stream broke off calls again, in milliseconds. */
const RETRY = 1_000;

/** The maximum number of members that a stream follows. */
const MOST_MEMBERS = 100;

/**
 * Streams the changes of a document's file as server-sent events: `hello` first, then `change`, and `removed` for a file that
 * goes away. A file that is not there yet is reported when it comes. The id of an event is the time of the change. A change of the
 * layout file is a `layout` event; a change of another document that the request names is a `member` event.
 */
export const watchFile: Route["run"] = async ({ request, url }, deps) => {
  const { path, root } = await findDocument(url.searchParams.get("doc"), deps);
  const names = url.searchParams.getAll("member");
  if (names.length > MOST_MEMBERS) {
    throw new HttpError(
      400,
      "too_many_members",
      `A stream follows at most ${MOST_MEMBERS} members: name fewer.`,
    );
  }
  const members = await Promise.all(names.map((name) => findDocument(name, deps)));
  const options = { kinds: deps.kinds, ...(root === undefined ? {} : { root }) };
  const realPath = await Deno.realPath(path).catch(() => path);
  const encoder = new TextEncoder();
  let end = () => {};
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      let isOpen = true;
      const send = (text: string) => void (isOpen && controller.enqueue(encoder.encode(text)));
      const tell = async (event: string, mtime?: number, more: object = {}) => {
        const now = mtime ?? await mtimeOf(path, options);
        send(`id: ${now}\nevent: ${event}\ndata: ${JSON.stringify({ path, mtime: now, ...more })}\n\n`);
      };
      const watch = watchDocument(path, (change) => void tell(...eventOf(change)), {
        ...options,
        tellsEveryWrite: true,
      });
      const layouts = watchLayout(
        realPath,
        (layout) => send(`event: layout\ndata: ${JSON.stringify(layoutAnswer(layout))}\n\n`),
        { root },
      );
      const others = members.map((one) =>
        watchDocument(
          one.path,
          () => send(`event: member\ndata: ${JSON.stringify({ path: one.path })}\n\n`),
          { kinds: deps.kinds, ...(one.root === undefined ? {} : { root: one.root }), tellsEveryWrite: true },
        )
      );
      const heartbeat = setInterval(() => send(": ping\n\n"), SILENCE);
      const stop = () => {
        end();
        controller.close();
      };
      deps.ending?.addEventListener("abort", stop);
      end = () => {
        isOpen = false;
        deps.ending?.removeEventListener("abort", stop);
        clearInterval(heartbeat);
        void watch.close();
        void layouts.close();
        for (const one of others) void one.close();
      };
      await Promise.all([watch.ready, layouts.ready, ...others.map(({ ready }) => ready)]);
      send(`retry: ${RETRY}\n`);
      const script = await scriptVersion(deps.kinds?.ofPath(path)?.kind ?? "machine");
      await tell("hello", undefined, { script });
      // A page that reconnects names its last event, and gets the one that it missed.
      const last = request.headers.get("last-event-id");
      if (last !== null && last !== String(await mtimeOf(path, options))) await tell("change");
    },
    cancel: () => end(),
  });
  return eventStream(stream);
};

/** The event of a change, and the time of the file where the change tells it. */
function eventOf(change: DocumentChange): [event: string, mtime?: number] {
  if (change.type === "removed") return ["removed", 0];
  return change.type === "changed" ? ["change", change.source.mtime] : ["change"];
}

async function mtimeOf(path: string, options: { readonly root?: string }): Promise<number> {
  return await readDocumentText(path, options).then(({ mtime }) => mtime, () => 0);
}
