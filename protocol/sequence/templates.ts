import type { Template, TemplateSettings } from "../kind.ts";
import type { SequenceDefinition, SqdSettings } from "./types.ts";

/** A scenario without participants. */
export function emptySequence(name: string, namespace = "Default", description = ""): SequenceDefinition {
  return { settings: settingsOf({ name, namespace, description }), participants: [], messages: [] };
}

function settingsOf({ name, namespace, description }: TemplateSettings): SqdSettings {
  return { namespace: namespace || "Default", name, ...(description ? { description } : {}) };
}

/** The templates of scenarios, the default first. */
export const SEQUENCE_TEMPLATES: readonly Template<SequenceDefinition>[] = [
  {
    name: "empty",
    summary: "A scenario without participants.",
    make: ({ name, namespace, description }) => emptySequence(name, namespace, description),
  },
  {
    name: "order",
    summary: "A customer orders in a shop; the payment may be refused.",
    make: (settings) => ({
      settings: settingsOf(settings),
      participants: [
        { name: "Customer", actor: "Customer" },
        { name: "Shop", service: "shop", holds: ["Order"] },
        { name: "Bank", service: "payments" },
      ],
      messages: [
        { from: "Customer", to: "Shop", label: "orders", event: "submit", carries: "Order" },
        { from: "Shop", to: "Bank", label: "asks for the payment" },
        { from: "Bank", to: "Shop", label: "pays", event: "paid", state: "Paid", reply: true },
        { from: "Shop", to: "Customer", label: "confirms the order", reply: true },
      ],
      fragments: [
        {
          id: "alt1",
          kind: "alt",
          label: "the payment is refused",
          after: 2,
          messages: [
            { from: "Bank", to: "Shop", label: "refuses", event: "refused", state: "Refused", reply: true },
            { from: "Shop", to: "Customer", label: "asks for another card", reply: true },
          ],
        },
      ],
    }),
  },
];
