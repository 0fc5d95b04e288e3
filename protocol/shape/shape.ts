/**
 * A shape says, as plain rows, which fields an object of a document has. Types, JSON Schema, the check of
 * unknown or wrongly typed fields and the reference pages are all made from these rows.
 *
 * @module
 */

/** One field of an {@linkcode ObjectShape}. */
export interface FieldShape {
  /** The key in the JSON object. */
  readonly name: string;
  /**
   * A type expression: `string`, `number`, `integer`, `boolean`, `null`, `unknown`, a quoted literal, the name
   * of another shape, `Partial<Name>`, any of these with `[]`, and unions of them with `|`.
   */
  readonly type: string;
  /** True if the field is required. Default: optional. */
  readonly required?: boolean;
  /** The word that a missing field stands for, of a field with a choice of words. */
  readonly default?: string;
  /** The meaning, in one or two sentences. */
  readonly doc: string;
}

/** An object with named fields. */
export interface ObjectShape {
  /** The name of the TypeScript interface and of the JSON Schema definition. */
  readonly name: string;
  /** The meaning. */
  readonly doc: string;
  /** Its fields, in the order to write them. */
  readonly fields: readonly FieldShape[];
}

/** The shapes of one family of objects; type expressions refer to each other by name. */
export type ShapeTable = readonly ObjectShape[];
