interface SharedStream {
  readonly source: EventSource;
  users: number;
}

const OPEN = new Map<string, SharedStream>();

/** The event of the window when the server has another script for the page than the one that runs. */
export const SCRIPT_CHANGED = "loom:script-changed";

let script: unknown;

function compareScripts({ data }: MessageEvent<string>): void {
  const { script: now } = JSON.parse(data);
  script ??= now;
  if (now !== undefined && now !== script) dispatchEvent(new Event(SCRIPT_CHANGED));
}

/**
 * Listens to the events of a server's stream. All who listen to one address share one connection: browsers allow few of them to a
 * server, over all tabs together.
 *
 * @returns A function that ends that.
 */
export function listenTo(
  address: string,
  listeners: Readonly<Record<string, (event: MessageEvent<unknown>) => void>>,
): () => void {
  const stream = OPEN.get(address) ?? { source: new EventSource(address), users: 0 };
  if (stream.users === 0) stream.source.addEventListener("hello", compareScripts);
  OPEN.set(address, stream);
  stream.users++;
  const { source } = stream;
  for (const [name, listener] of Object.entries(listeners)) source.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) source.removeEventListener(name, listener);
    if (--stream.users > 0) return;
    source.close();
    OPEN.delete(address);
  };
}
