/** The lines of a stream, as they come. */
export async function* lines(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    const pieces = (rest + part).split("\n");
    rest = pieces.pop() ?? "";
    yield* pieces;
  }
}
