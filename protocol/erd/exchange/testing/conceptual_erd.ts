import fc from "fast-check";
import type { Attribute, CompositeKey, EntityRelationshipDefinition, ErdIndex } from "../../types.ts";
import { COLUMN_NAMES, ENTITY_NAMES, WORDS } from "./arbitrary_erd.ts";

/** Diagrams as people draw them first: relationships of all kinds that no attribute carries, special cases, cycles. */
export const CONCEPTUAL_ERD: fc.Arbitrary<EntityRelationshipDefinition> = fc.record({
  entities: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...ENTITY_NAMES, "MEMBER", "a.b"),
      weak: fc.boolean(),
      extends: fc.constantFrom(...ENTITY_NAMES),
      attributes: fc.uniqueArray(
        fc.record({
          name: fc.constantFrom(...COLUMN_NAMES),
          type: fc.constantFrom(
            "int",
            "text",
            "serial",
            "dict[str, int]",
            "Mood",
            "enum(a, b)",
            "string[]",
            "json",
            "uuid",
          ),
          key: fc.constantFrom("pk", "uk"),
          references: fc.constantFrom("member", "Order.id", "none.id", "Loan.Code"),
          default: fc.constant("null"),
          description: fc.constantFrom(...WORDS),
        }, { requiredKeys: ["name", "type"] }),
        { selector: ({ name }) => name.toLowerCase(), maxLength: 4 },
      ),
      keys: fc.constantFrom<CompositeKey[]>([{ attributes: ["id", "Code"], primary: true }], [{
        attributes: ["none"],
      }]),
      indexes: fc.constantFrom<ErdIndex[]>([{ attributes: ["id"] }, { attributes: ["Code"], unique: true }]),
    }, { requiredKeys: ["name"] }),
    { selector: ({ name }) => name.toLowerCase(), maxLength: 5 },
  ),
  relationships: fc.array(
    fc.record({
      from: fc.constantFrom(...ENTITY_NAMES),
      to: fc.constantFrom(...ENTITY_NAMES),
      cardinality: fc.constantFrom("1:1", "1:N", "N:1", "N:M"),
      label: fc.constantFrom("has", "is in"),
      fromParticipation: fc.constantFrom("total", "partial"),
      toParticipation: fc.constantFrom("total", "partial"),
      identifying: fc.boolean(),
      attributes: fc.constant<Attribute[]>([{ name: "since", type: "date" }]),
    }, { requiredKeys: ["from", "to", "cardinality"] }),
    { maxLength: 5 },
  ),
}).map(({ entities, relationships }) => {
  const names = entities.map(({ name }) => name);
  return {
    settings: { namespace: "Default", name: "Law" },
    entities,
    relationships: relationships.filter(({ from, to }) => names.includes(from) && names.includes(to)),
    enums: [{ name: "Mood", values: ["it's", "b"] }],
  };
});
