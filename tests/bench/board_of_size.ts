import type {
  EntityRelationshipDefinition,
  LayoutBox,
  SequenceDefinition,
  State,
  StateMachineDefinition,
} from "@loom/protocol";

/** A machine with a place for every state, as a person has arranged it. */
export interface SeededBoard {
  readonly definition: StateMachineDefinition;
  readonly positions: Readonly<Record<string, LayoutBox>>;
}

const GROUP = 25;
const COLUMNS = 5;
const PITCH = { x: 230, y: 150 };
const BOX = { width: 160, height: 60 };

/** A board of `size` states in containers of 25, each with a line to the next state and one to a state elsewhere. */
export function boardOf(size: number, seed: number = 1): SeededBoard {
  const random = numbers(seed);
  const groups = Math.ceil(size / (GROUP + 1));
  const across = Math.ceil(Math.sqrt(groups));
  const outer = { width: COLUMNS * PITCH.x + 60, height: GROUP / COLUMNS * PITCH.y + 60 };
  const positions: Record<string, LayoutBox> = {};
  const states: State[] = [];
  for (let group = 0; group < groups; group++) {
    const [left, top] = [
      group % across * (outer.width + 120),
      Math.floor(group / across) * (outer.height + 120),
    ];
    const count = Math.min(GROUP, size - group * (GROUP + 1) - 1);
    const inner = Array.from({ length: count }, (_, index): State => {
      const name = `S${group}_${index}`;
      positions[name] = {
        x: left + 40 + index % COLUMNS * PITCH.x,
        y: top + 70 + Math.floor(index / COLUMNS) * PITCH.y,
        ...BOX,
      };
      const other = (group + (random() < 0.9 ? 0 : 1)) % groups;
      return {
        name,
        transitions: [
          {
            event: `event${index % 20}`,
            nextState: `S${group}_${(index + 1) % count}`,
            condition: `count < ${index}`,
          },
          { event: "jump", nextState: `S${other}_${Math.floor(random() * Math.min(count, GROUP))}` },
        ],
      };
    });
    positions[`Group${group}`] = { x: left, y: top, ...outer };
    states.push({ name: `Group${group}`, states: inner });
  }
  return {
    definition: {
      settings: { namespace: "Bench", name: "Board", asynchronous: false },
      events: [{ name: "All", events: Array.from({ length: 20 }, (_, i) => ({ id: `event${i}` })) }],
      state: { name: "Root", states },
    },
    positions,
  };
}

/** Numbers from 0 to 1 that look like chance and are the same for a seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

interface ErdBoard {
  readonly definition: EntityRelationshipDefinition;
  readonly positions: Readonly<Record<string, LayoutBox>>;
}

/** Places in rows, with room between them. */
function gridOf(names: readonly string[], box: { readonly width: number; readonly height: number }) {
  const across = Math.ceil(Math.sqrt(names.length));
  return Object.fromEntries(names.map((name, index) => [name, {
    x: index % across * (box.width + 90),
    y: Math.floor(index / across) * (box.height + 90),
    ...box,
  }]));
}

/** An entity model whose entities refer to one, two or three others. */
export function modelOf(size: number, seed: number = 1): ErdBoard {
  const random = numbers(seed);
  const entities = Array.from({ length: size }, (_, index) => ({
    name: `Entity${index}`,
    attributes: [
      { name: "id", type: "int", key: "pk" as const },
      ...Array.from({ length: 2 + index % 7 }, (_, at) => ({ name: `field${at}`, type: "string" })),
    ],
  }));
  const relationships = entities.slice(1).flatMap(({ name }, index) =>
    Array.from({ length: 1 + index % 2 }, () => ({
      from: `Entity${Math.floor(random() * (index + 1))}`,
      to: name,
      cardinality: "1:N" as const,
    }))
  );
  return {
    definition: { settings: { namespace: "Bench", name: "Model" }, entities, relationships },
    positions: gridOf(entities.map(({ name }) => name), { width: 180, height: 200 }),
  };
}

/** A scenario between 30 participants. */
export function scenarioOf(size: number, seed: number = 1): { readonly definition: SequenceDefinition } {
  const random = numbers(seed);
  const participants = Array.from({ length: 30 }, (_, index) => ({ name: `Part${index}` }));
  const messages = Array.from({ length: size }, (_, index) => {
    const from = Math.floor(random() * 30);
    return {
      from: `Part${from}`,
      to: `Part${(from + 1 + Math.floor(random() * 5)) % 30}`,
      label: `message ${index}`,
    };
  });
  return { definition: { settings: { namespace: "Bench", name: "Scenario" }, participants, messages } };
}

/** The map of a system, with links between its members. */
export function mapOf(size: number, seed: number = 1): object {
  const random = numbers(seed);
  const paths = Array.from({ length: size }, (_, index) => `machine${index}.smdf.json`);
  return {
    definition: { settings: { namespace: "Bench", name: "Map" }, members: paths.map((path) => ({ path })) },
    members: Object.fromEntries(paths.map((path) => [path, { counts: "5 states, 7 events" }])),
    links: paths.slice(1).map((to, index) => ({
      from: paths[Math.floor(random() * (index + 1))],
      to,
      text: `${1 + index % 3} events`,
    })),
    positions: gridOf(paths, { width: 200, height: 120 }),
  };
}
