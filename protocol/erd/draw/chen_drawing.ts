import type { Box, Point } from "../../geometry/box.ts";
import type { DrawnText } from "../../picture/drawn_text.ts";
import type { DrawnInheritance } from "./erd_drawing.ts";

/** An attribute as an oval. */
export interface ChenOval {
  /** The name. */
  readonly name: string;
  /** The center. */
  readonly center: Point;
  /** Half the width. */
  readonly rx: number;
  /** Half the height. */
  readonly ry: number;
  /** The name, as it is shown. */
  readonly text: DrawnText;
  /** A primary key is underlined, the partial key of a weak entity with dashes. */
  readonly underline: "none" | "solid" | "dashed";
  /** True when it stores the state of a machine. */
  readonly isState: boolean;
  /** The line to its owner, from the owner on. */
  readonly line: readonly [Point, Point];
}

/** An entity as a rectangle. */
export interface ChenEntity {
  /** The name. */
  readonly name: string;
  /** True for a double outline. */
  readonly weak: boolean;
  /** The outline. */
  readonly box: Box;
  /** The name, as it is shown. */
  readonly title: DrawnText;
  /** The attributes. */
  readonly ovals: readonly ChenOval[];
}

/** A relationship as a diamond. */
export interface ChenDiamond {
  /** Its index in the document. */
  readonly index: number;
  /** The center. */
  readonly center: Point;
  /** Half the width and half the height. */
  readonly half: Point;
  /** True for a double outline. */
  readonly identifying: boolean;
  /** The verb. */
  readonly label: DrawnText;
  /** The attributes of the relationship. */
  readonly ovals: readonly ChenOval[];
}

/** A line between an entity and a diamond. */
export interface ChenLine {
  /** The relationship. */
  readonly index: number;
  /** The entity. */
  readonly entity: string;
  /** The corners, from the entity to the diamond. */
  readonly points: readonly Point[];
  /** True for a double line: each of the entity takes part. */
  readonly total: boolean;
  /** `1`, `N` or `M`, on the line. */
  readonly cardinality: DrawnText;
}

/** A diagram in Chen's notation (P. Chen, 1976), measured and placed. */
export interface ChenDrawing extends Box {
  /** The diagram's name. */
  readonly name: string;
  /** The entities. */
  readonly entities: readonly ChenEntity[];
  /** The relationships. */
  readonly diamonds: readonly ChenDiamond[];
  /** The lines. */
  readonly lines: readonly ChenLine[];
  /** The lines from special entities to the general ones that they extend. */
  readonly inheritance: readonly DrawnInheritance[];
}
