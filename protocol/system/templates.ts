import type { Template, TemplateSettings } from "../kind.ts";
import type { SystemDefinition } from "./types.ts";

/** A system without members. */
export function emptySystem(name: string, namespace = "Default", description = ""): SystemDefinition {
  return { settings: settingsOf({ name, namespace, description }), members: [], actors: [] };
}

function settingsOf({ name, namespace, description }: TemplateSettings): SystemDefinition["settings"] {
  return { namespace: namespace || "Default", name, ...(description ? { description } : {}) };
}

/** The templates of systems, the default first. */
export const SYSTEM_TEMPLATES: readonly Template<SystemDefinition>[] = [
  {
    name: "empty",
    summary: "A system without members.",
    make: ({ name, namespace, description }) => emptySystem(name, namespace || undefined, description),
  },
  {
    name: "shop",
    summary: "Data, a machine and a scenario of a shop, whose files are still to be made, and two actors.",
    make: (settings) => ({
      settings: settingsOf(settings),
      members: [{ path: "shop.erdf.json" }, { path: "order.smdf.json" }, { path: "purchase.sqdf.json" }],
      actors: [
        { name: "Customer", kind: "person", description: "Buys things" },
        { name: "Payment provider", kind: "external" },
      ],
    }),
  },
];
