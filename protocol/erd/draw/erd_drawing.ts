import type { Box, Point } from "../../geometry/box.ts";
import type { DrawnText } from "../../picture/drawn_text.ts";

/**
 * An entity-relationship diagram as it is drawn: every entity once, and every relationship between two of them,
 * measured and placed, in world units.
 */
export interface ErdDrawing extends Box {
  /** The diagram's name; `""` when it has none. */
  readonly name: string;
  /** The entities in document order; of several with one name the first. */
  readonly entities: readonly DrawnEntity[];
  /** The relationships between drawn entities, in document order. */
  readonly relationships: readonly DrawnRelationship[];
  /** The lines from special entities to the general ones that they extend. */
  readonly inheritance: readonly DrawnInheritance[];
}

/** The line between a general entity and a special case of it. */
export interface DrawnInheritance {
  /** The entity that is extended. */
  readonly general: string;
  /** The entity that extends it. */
  readonly special: string;
  /** The corners of the line, from the general entity on. */
  readonly points: readonly Point[];
}

/** A drawn entity. */
export interface DrawnEntity {
  /** Its name. */
  readonly name: string;
  /** Its index in the document. */
  readonly index: number;
  /** True when it depends on another entity. */
  readonly weak: boolean;
  /** Its description; `""` for none. */
  readonly description: string;
  /** Its note; `""` for none. */
  readonly notes: string;
  /** The outline. */
  readonly box: Box;
  /** The name in the head. */
  readonly title: DrawnText;
  /** The height of the rule below the head. */
  readonly rule: number;
  /** The attributes, from top to bottom. */
  readonly rows: readonly DrawnAttribute[];
}

/** A drawn attribute. */
export interface DrawnAttribute {
  /** Its name; `""` for the row of an entity without attributes. */
  readonly name: string;
  /** The row. */
  readonly box: Box;
  /** The name, as it is shown. */
  readonly text: DrawnText;
  /** The type, as it is shown. */
  readonly type: DrawnText | undefined;
  /** `PK`, `UK`, `FK`. */
  readonly badges: readonly DrawnText[];
  /** True for a part of the primary key. */
  readonly isKey: boolean;
  /** The machines whose state it stores. */
  readonly stateOf: readonly string[];
  /** The mark of a stored state. */
  readonly stateMark: Point | undefined;
  /** Its description; `""` for none. */
  readonly description: string;
}

/** One end of a relationship. */
export interface RelationshipEnd {
  /** The most partners. */
  readonly maximum: "one" | "many";
  /** The least partners. */
  readonly minimum: 0 | 1;
  /** The end of the line, on the border of the entity. */
  readonly point: Point;
  /** The unit vector away from the entity. */
  readonly away: Point;
  /** -1 for the left end of the line, 1 for the right one. */
  readonly side: number;
}

/** A drawn relationship. */
export interface DrawnRelationship {
  /** Its index in the document. */
  readonly index: number;
  /** The entity that it is read from. */
  readonly from: string;
  /** The entity that it is read to. */
  readonly to: string;
  /** The cardinality. */
  readonly cardinality: string;
  /** True when it identifies a weak entity. */
  readonly identifying: boolean;
  /** The corners of the line, first and last on the borders of the entities. */
  readonly points: readonly Point[];
  /** The ends, that of `from` first. */
  readonly ends: readonly [RelationshipEnd, RelationshipEnd];
  /** The plate with the verb. */
  readonly label: { readonly box: Box; readonly text: DrawnText } | undefined;
  /** The roles beside the ends. */
  readonly roles: readonly DrawnText[];
}
