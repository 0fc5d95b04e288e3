import { isObject, type JsonValue } from "@loom/protocol";
import type { Dialect } from "./dialect.ts";
import type { Piece } from "./layout.ts";

/** A JSON value as a literal of a language. */
export function jsonLiteral(
  value: JsonValue,
  dialect: Pick<Dialect, "constant" | "list" | "object" | "string">,
): Piece {
  if (typeof value === "string") return dialect.string(value);
  if (Array.isArray(value)) return dialect.list(value.map((item) => jsonLiteral(item, dialect)));
  if (!isObject(value)) return dialect.constant(value);
  return dialect.object(Object.entries(value).map(([key, member]) => [key, jsonLiteral(member, dialect)]));
}
