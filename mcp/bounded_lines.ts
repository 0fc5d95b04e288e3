import { Buffer } from "node:buffer";
import { Transform } from "node:stream";

/** Number of bytes of a line that is too long that are kept from its beginning and from its end. */
const KEPT = 1_000;
const NEWLINE = 0x0a;
const BRACKET = 0x5b;
const SPACES: readonly number[] = [0x20, 0x09, 0x0d];

/** A line that was left out. */
export interface LongLine {
  readonly bytes: number;
  /** Its first and its last characters. */
  readonly begin: string;
  readonly end: string;
}

/**
 * Passes on whole lines, and leaves out those that are too long; memory holds one line at most.
 *
 * @param most The most bytes of a line.
 * @param onLong Called after the end of a line that was left out.
 * @param onBatch Called with a line that is a JSON array; gives what is passed on in its place.
 */
export function boundedLines(
  most: number,
  onLong: (line: LongLine) => void,
  onBatch: (line: Buffer) => string = String,
): Transform {
  let parts: Buffer[] = [];
  let bytes = 0;
  const take = (part: Buffer) => {
    bytes += part.length;
    parts.push(part);
    if (bytes <= most) return;
    const all = Buffer.concat(parts);
    // The beginning stays as it is; what was the end moves on.
    parts = [all.subarray(0, KEPT), all.subarray(Math.max(KEPT, all.length - KEPT))].map((one) =>
      Buffer.from(one)
    );
  };
  const end = (output: Transform) => {
    const line = Buffer.concat(parts);
    if (bytes <= most) output.push(isArray(line) ? onBatch(line) : line);
    else {onLong({
        bytes,
        begin: line.toString("utf8", 0, KEPT),
        end: line.toString("utf8", Math.max(0, line.length - KEPT)),
      });}
    parts = [];
    bytes = 0;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        take(chunk.subarray(from, at + 1));
        end(this);
        from = at + 1;
      }
      if (from < chunk.length) take(chunk.subarray(from));
      done();
    },
  });
}

function isArray(line: Buffer): boolean {
  return line[0] === BRACKET ||
    (SPACES.includes(line[0] ?? 0) && line.toString("utf8").trimStart().startsWith("["));
}

/** The id of a JSON-RPC message, where it is first or last in it; `undefined` when it cannot be seen. */
export function visibleId({ begin, end }: LongLine): string | number | undefined {
  const found =
    /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?(?:"method"\s*:\s*"[^"\\]*"\s*,\s*)?"id"\s*:\s*(\d+|"[^"\\]*")\s*,/
      .exec(begin) ?? /,\s*"id"\s*:\s*(\d+|"[^"\\]*")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(end);
  return found?.[1] === undefined ? undefined : JSON.parse(found[1]);
}
