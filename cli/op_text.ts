import type { OpLine } from "@loom/protocol";
import type { Paint } from "./paint.ts";

/** The line of an operation with its sign in colour. */
export function paintedOp({ sign, text }: OpLine, paint: Paint): string {
  const paints = { "+": paint.good, "-": paint.bad, "~": paint.warn, ">": paint.live };
  return `${paints[sign](sign)} ${text}`;
}
