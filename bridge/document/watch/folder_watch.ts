/** Listeners of a folder. */
export interface FolderListener {
  /** Something happened to these paths. */
  onEvent(paths: readonly string[]): void;
  /** The folder itself went; nothing more is told. */
  onEnd(): void;
}

interface FolderWatch {
  readonly watcher: Deno.FsWatcher;
  readonly listeners: Set<FolderListener>;
  readonly ended: Promise<void>;
}

const watches = new Map<string, FolderWatch>();

/**
 * Listens to what happens in a folder, not below it. All listeners of a folder share one system watcher.
 *
 * @param folder An existing folder, symbolic links resolved.
 * @returns Stops listening; the last one to stop closes the system watcher.
 */
export function listenToFolder(folder: string, listener: FolderListener): () => Promise<void> {
  const watch = watches.get(folder) ?? startWatch(folder);
  watch.listeners.add(listener);
  return async () => {
    watch.listeners.delete(listener);
    if (watch.listeners.size > 0) return;
    endWatch(folder, watch);
    await watch.ended;
  };
}

function startWatch(folder: string): FolderWatch {
  const watcher = Deno.watchFs(folder, { recursive: false });
  const listeners = new Set<FolderListener>();
  const watch: FolderWatch = { watcher, listeners, ended: forward(folder, watcher, listeners) };
  watches.set(folder, watch);
  watch.ended.then(() => endWatch(folder, watch));
  return watch;
}

/** Passes events on until the watcher is closed or the folder goes, which leaves the watcher deaf. */
async function forward(
  folder: string,
  watcher: Deno.FsWatcher,
  listeners: Set<FolderListener>,
): Promise<void> {
  try {
    const inode = inodeOf(folder);
    for await (const event of watcher) {
      // Reading a file is an event too; taking it for a change would never end.
      if (event.kind === "access") continue;
      if (event.paths.includes(folder) && inodeOf(folder) !== inode) break;
      for (const listener of [...listeners]) listener.onEvent(event.paths);
    }
  } catch {
    // A watcher that fails is as deaf as one whose folder went.
  }
  watches.delete(folder);
  for (const listener of [...listeners]) listener.onEnd();
}

/** Tells a folder from another one made in its place. */
function inodeOf(folder: string): number | null | undefined {
  try {
    return Deno.lstatSync(folder).ino;
  } catch {
    return undefined;
  }
}

function endWatch(folder: string, watch: FolderWatch): void {
  if (watches.get(folder) === watch) watches.delete(folder);
  try {
    watch.watcher.close();
  } catch {
    // It has been closed before.
  }
}
