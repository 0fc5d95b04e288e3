import { named } from "../change/line.ts";
import type { SqdFragment, SqdMessage } from "./types.ts";

/** A message as a few words: `Member → Library: asks for a book`. */
export function messageText({ from, to, label }: Pick<SqdMessage, "from" | "to" | "label">): string {
  return `${named(from)} → ${named(to)}: ${named(label)}`;
}

/** A fragment as a few words: `alt "the book is out"`. */
export function fragmentText({ kind, label }: Pick<SqdFragment, "kind" | "label">): string {
  return `${named(kind)} ${JSON.stringify(named(label))}`;
}
