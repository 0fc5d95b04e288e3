import type { Template, TemplateSettings } from "../kind.ts";
import type { Entity, EntityRelationshipDefinition, ErdSettings } from "./types.ts";

/** A diagram without entities. */
export function emptyErd(
  name: string,
  namespace = "Default",
  description = "",
): EntityRelationshipDefinition {
  return { settings: settingsOf({ name, namespace, description }), entities: [], relationships: [] };
}

function settingsOf({ name, namespace, description }: TemplateSettings): ErdSettings {
  return { namespace: namespace || "Default", name, ...(description ? { description } : {}) };
}

const SHOP_ENTITIES: readonly Entity[] = [
  {
    name: "Customer",
    description: "Buys things",
    attributes: [
      { name: "id", type: "int", key: "pk" },
      { name: "email", type: "string", key: "uk" },
    ],
  },
  {
    name: "Order",
    attributes: [
      { name: "id", type: "int", key: "pk" },
      { name: "customer_id", type: "int", references: "Customer.id" },
      { name: "placed_at", type: "datetime" },
      { name: "status", type: "OrderStatus" },
    ],
  },
  {
    name: "OrderLine",
    description: "One product in an order",
    weak: true,
    attributes: [
      { name: "order_id", type: "int", key: "pk", references: "Order.id" },
      { name: "product_id", type: "int", key: "pk", references: "Product.id" },
      { name: "quantity", type: "int", default: "1" },
    ],
  },
  {
    name: "Product",
    attributes: [
      { name: "id", type: "int", key: "pk" },
      { name: "title", type: "string" },
      { name: "price", type: "decimal(10,2)" },
    ],
  },
];

/** The templates of entity-relationship diagrams, the default first. */
export const ERD_TEMPLATES: readonly Template<EntityRelationshipDefinition>[] = [
  {
    name: "empty",
    summary: "A diagram without entities.",
    make: ({ name, namespace, description }) => emptyErd(name, namespace || undefined, description),
  },
  {
    name: "shop",
    summary: "Customers, orders, their lines and products.",
    make: (settings) => ({
      settings: settingsOf(settings),
      entities: SHOP_ENTITIES.map((entity) => structuredClone(entity)),
      relationships: [
        { from: "Customer", to: "Order", cardinality: "1:N", label: "places" },
        {
          from: "Order",
          to: "OrderLine",
          cardinality: "1:N",
          label: "contains",
          fromParticipation: "total",
          identifying: true,
        },
        { from: "Product", to: "OrderLine", cardinality: "1:N", label: "is in" },
      ],
      enums: [{ name: "OrderStatus", values: ["new", "paid", "shipped", "returned"] }],
    }),
  },
];
