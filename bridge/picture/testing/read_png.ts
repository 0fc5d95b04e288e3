/**
 * Reads the pixels of a PNG, of the kind that the renderer writes: 8 bits, red, green, blue and alpha, not interlaced.
 *
 * @module
 */
import { assertEquals } from "@std/assert";

/** A picture as colours. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** The colour at a place, as `[red, green, blue, alpha]`. */
  readonly at: (x: number, y: number) => number[];
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const RGBA_8_BIT = [8, 6, 0, 0, 0];

/** Reads a PNG file. */
export async function readPng(file: Uint8Array): Promise<Pixels> {
  assertEquals([...file.subarray(0, 8)], SIGNATURE);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  assertEquals([...file.subarray(24, 29)], RGBA_8_BIT);
  const data: BlobPart[] = [];
  for (let at = 8; at < file.length; at += 12 + view.getUint32(at)) {
    const kind = String.fromCharCode(...file.subarray(at + 4, at + 8));
    if (kind === "IDAT") data.push(file.slice(at + 8, at + 8 + view.getUint32(at)));
  }
  const inflated = new Blob(data).stream().pipeThrough(new DecompressionStream("deflate"));
  const rows = unfiltered(new Uint8Array(await new Response(inflated).arrayBuffer()), width, height);
  return { width, height, at: (x, y) => [...rows.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)] };
}

/** Undoes the filters of the rows (PNG specification, 9.2). */
function unfiltered(filtered: Uint8Array, width: number, height: number): Uint8Array {
  const stride = 4 * width;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = filtered[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x < 4 ? 0 : rows[y * stride + x - 4] ?? 0;
      const up = y === 0 ? 0 : rows[(y - 1) * stride + x] ?? 0;
      const corner = x < 4 || y === 0 ? 0 : rows[(y - 1) * stride + x - 4] ?? 0;
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      rows[y * stride + x] = (filtered[y * (stride + 1) + 1 + x] ?? 0) + predicted;
    }
  }
  return rows;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const distances = [left, up, corner].map((value) => Math.abs(guess - value));
  const nearest = Math.min(...distances);
  return [left, up, corner][distances.indexOf(nearest)] ?? 0;
}
