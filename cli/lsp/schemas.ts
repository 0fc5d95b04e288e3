import type { AnyKind, JsonObject } from "@loom/protocol";
import { toJsonSchema } from "@loom/protocol";

/** The JSON Schema of a kind's files, the definition wrapped or bare. */
export function fileSchema({ kind, title, wrapperKeys, content }: AnyKind): JsonObject | undefined {
  if (content === undefined) return undefined;
  const { table, root } = content.shape;
  const { $ref = "", $defs = {}, ...head } = toJsonSchema(table, root, {
    id: `urn:loom:${kind}`,
    title,
    description: "",
  });
  const properties = Object.fromEntries(wrapperKeys.map((key) => [key, { $ref }]));
  return { ...head, anyOf: [{ $ref }, { type: "object", properties }], $defs };
}
