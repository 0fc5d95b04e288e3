/**
 * Entity-relationship diagrams made by rules and a seed: modules of tables around a few that many refer to, as in the
 * schemas of business programs.
 *
 * @module
 */
import type { EntityRelationshipDefinition, LayoutGraph, Relationship } from "@loom/protocol";
import { Random } from "./random.ts";

/** The tables of a module refer to one another; a fifth of the references leads to the hubs of other modules. */
const MODULE = 12;

/** A diagram of `count` entities with 1.3 references each. */
export function generatedErd(count: number, seed: number): EntityRelationshipDefinition {
  const random = new Random(seed);
  const nameOf = (index: number) => `Table${index}`;
  const relationships: Relationship[] = [];
  const references = Array.from({ length: count }, (_, index) => {
    const targets = new Set<number>();
    const first = index - index % MODULE;
    if (index > first) targets.add(random.between(first, index - 1));
    if (index > first + 1 && random.chance(0.25)) targets.add(random.between(first, index - 1));
    if (first > 0 && random.chance(0.15)) targets.add(random.below(first / MODULE) * MODULE);
    for (const target of targets) {
      relationships.push({ from: nameOf(target), to: nameOf(index), cardinality: "1:N" });
    }
    return [...targets];
  });
  return {
    settings: { namespace: "Bench", name: "Schema" },
    entities: references.map((targets, index) => ({
      name: nameOf(index),
      attributes: [
        { name: "id", type: "int", key: "pk" as const },
        ...targets.map((target) => ({
          name: `table${target}_id`,
          type: "int",
          references: `${nameOf(target)}.id`,
        })),
        ...Array.from(
          { length: random.between(1, 7) },
          (_, row) => ({ name: `value_${row}`, type: "string" }),
        ),
      ],
    })),
    relationships,
  };
}

/** The graph of a diagram: tables from left to right, whose axes are exchanged here as in the drawing. */
export function erdGraph({ entities, relationships }: EntityRelationshipDefinition): LayoutGraph {
  return {
    nodes: entities.map(({ name, attributes = [] }) => ({
      id: name,
      width: 38 + 22 * attributes.length,
      height: 170,
    })),
    edges: relationships.map(({ from, to }, index) => ({ id: String(index), from, to })),
  };
}
