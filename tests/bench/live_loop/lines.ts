/** The lines of a stream, as they come. It reads no further than it is asked, so that nothing is left open between tests. */
export async function* lines(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of stream) {
    const pieces = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = pieces.pop() ?? "";
    yield* pieces;
  }
}
