/**
 * Systems that are hard to draw, with their links.
 *
 * @module
 */
import type { PictureLink, SystemDefinition } from "@loom/protocol";

/** A system with the links between its members. */
export interface LinkedSystem {
  readonly definition: SystemDefinition;
  readonly links: readonly PictureLink[];
}

function system(
  name: string,
  members: SystemDefinition["members"],
  actors: SystemDefinition["actors"] = [],
  links: readonly PictureLink[] = [],
): LinkedSystem {
  return { definition: { settings: { namespace: "Gallery", name }, members, actors }, links };
}

/** Twelve machines and twenty scenarios around two diagrams. */
const LARGE = system(
  "Large",
  [
    { path: "data/core.erdf.json", notes: "Shared by all teams." },
    { path: "data/billing.erdf.json" },
    ...Array.from({ length: 12 }, (_, at) => ({ path: `machines/m${at}.smdf.json` })),
    ...Array.from({ length: 20 }, (_, at) => ({ path: `scenarios/s${at}.sqdf.json` })),
    { path: "README.md" },
  ],
  Array.from(
    { length: 14 },
    (_, at) => ({ name: `Department ${at}`, kind: at % 3 ? "person" : "service" } as const),
  ),
  Array.from({ length: 20 }, (_, at) => [
    { from: `scenarios/s${at}.sqdf.json`, to: `machines/m${at % 12}.smdf.json`, text: `${at + 1} events` },
    ...(at % 4 === 0
      ? [{ from: `scenarios/s${at}.sqdf.json`, to: "data/core.erdf.json", text: "1 held entity" }]
      : []),
  ]).flat(),
);

const LONG_NAMES = system(
  "A system with a long name ".repeat(6),
  [
    { path: "a/folder/with/many/parts/customer_loyalty_programme_membership_cancellation.smdf.json" },
    { path: "data.erdf.json" },
  ],
  [{ name: "The head of the regional distribution centre of the northern branch", kind: "person" }],
  [{
    from: "a/folder/with/many/parts/customer_loyalty_programme_membership_cancellation.smdf.json",
    to: "data.erdf.json",
    text: "12 classes, 3 stored states, 45 read fields",
  }],
);

const SCRIPTS = system("図書館 · مكتبة", [{ path: "会員.smdf.json" }, { path: "كتاب.erdf.json" }], [
  { name: "利用者", kind: "person" },
  { name: "أمين المكتبة", kind: "person" },
], [{ from: "会員.smdf.json", to: "كتاب.erdf.json", text: "1 class" }]);

/** The systems, by name. */
export const SYSTEM_SAMPLES: Readonly<Record<string, LinkedSystem>> = {
  "system, large": LARGE,
  "system, long names": LONG_NAMES,
  "system, other scripts": SCRIPTS,
  "system, empty": system("Empty", []),
  "system, one member": system("One", [{ path: "only.smdf.json" }]),
};
