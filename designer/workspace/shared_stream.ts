interface SharedStream {
  readonly source: EventSource;
  users: number;
}

const OPEN = new Map<string, SharedStream>();

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
