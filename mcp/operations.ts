import { type FieldShape, MACHINE_OP_SHAPE } from "@loom/protocol";

/** An operation that `apply_patch` takes. */
export interface Operation {
  /** The value of `op`. */
  readonly name: string;
  /** Its effect. */
  readonly doc: string;
  /** Its other fields. */
  readonly fields: readonly FieldShape[];
}

/** The operations that change a document, one row each; those that tell of a running machine change none. */
export const OPERATIONS: readonly Operation[] = MACHINE_OP_SHAPE.map(({ doc, fields: [op, ...fields] }) => ({
  name: (op?.type ?? "").replaceAll('"', ""),
  doc,
  fields,
})).filter(({ name }) => !name.startsWith("runtime."));

/** All of them as a list in Markdown. */
export function operationsText(): string {
  return OPERATIONS.flatMap(({ name, doc, fields }) => [
    `- \`${name}\`: ${doc}`,
    ...fields.map((field) =>
      `  - \`${field.name}\` (\`${field.type}\`${field.required ? "" : ", optional"}): ${field.doc}`
    ),
  ]).join("\n");
}
