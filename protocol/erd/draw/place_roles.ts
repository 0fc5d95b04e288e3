import { type DrawnText, measuredText, placedText } from "../../picture/drawn_text.ts";
import type { DrawnRelationship, RelationshipEnd } from "./erd_drawing.ts";

/** The look of roles. */
export const ROLE = { size: 10, weight: 400 } as const;
/** Between two roles at one place. */
export const ROLE_GAP = 8;
/** From a line to the base line of the words above, and of those below. */
const ABOVE = 9;
const BELOW = 17;
/** Beside the vertical ends of a loop, and below the box. */
const BESIDE = 10;
const DOWN = 20;

/** A role at an end, with the place that its line leads to. */
interface Role {
  readonly index: number;
  readonly text: string;
  readonly end: RelationshipEnd;
  readonly leadsTo: number;
}

/**
 * Places the roles at the ends of relationships. Where several lines share an end, the roles of those that lead upwards
 * are above it, the others below.
 *
 * @param names The roles of a relationship, that of its `from` end first.
 */
export function placeRoles(
  relationships: readonly DrawnRelationship[],
  names: (index: number) => readonly [from: string, to: string],
): DrawnRelationship[] {
  const roles = relationships.flatMap((relationship): Role[] => {
    const { index, ends, points } = relationship;
    return names(index).flatMap((text, at) => {
      const end = ends[at];
      if (text === "" || !end) return [];
      const leadsTo = points[Math.floor(points.length / 2)]?.y ?? 0;
      return [{ index, text, end, leadsTo }];
    });
  });
  const placed = new Map<number, DrawnText[]>();
  for (const shared of Map.groupBy(roles, ({ end: { point } }) => `${point.x} ${point.y}`).values()) {
    const sorted = shared.toSorted((one, other) => one.leadsTo - other.leadsTo);
    const half = Math.ceil(sorted.length / 2);
    for (const [list, down] of [[sorted.slice(0, half), -ABOVE], [sorted.slice(half), BELOW]] as const) {
      let along = 4;
      for (const { index, text, end } of list) {
        const drawn = roleAt(text, end, along, down);
        along += drawn.width + ROLE_GAP;
        placed.set(index, [...placed.get(index) ?? [], drawn]);
      }
    }
  }
  return relationships.map((one) => ({ ...one, roles: placed.get(one.index) ?? [] }));
}

function roleAt(
  text: string,
  { point, away, side }: RelationshipEnd,
  along: number,
  down: number,
): DrawnText {
  const measured = measuredText(text, ROLE, Infinity);
  // The ends of a loop are side by side: their roles are outside of it.
  if (away.x === 0) {
    return placedText(measured, point.x + side * BESIDE, point.y + DOWN, side < 0 ? "end" : "start");
  }
  return placedText(measured, point.x + away.x * along, point.y + down, away.x < 0 ? "end" : "start");
}
