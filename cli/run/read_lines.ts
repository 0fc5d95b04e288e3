/**
 * The lines of a stream of text, as they come in.
 *
 * @param signal Ends the reading when it is aborted.
 */
export async function* readLines(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  let pending = "";
  try {
    while (!signal.aborted) {
      const { done, value } = await reader.read();
      pending += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = pending.split("\n");
      pending = lines.pop() ?? "";
      for (const line of lines) yield line.replace(/\r$/, "");
      if (!done) continue;
      if (pending !== "" && !signal.aborted) yield pending;
      return;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    await reader.cancel().catch(() => {});
    reader.releaseLock();
  }
}
