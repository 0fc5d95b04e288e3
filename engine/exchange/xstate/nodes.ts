import { isObject, LoomError } from "@loom/protocol";
import { CreatorCall, isPlain, listOf, textIn } from "./values.ts";

type Members = Readonly<Record<string, unknown>>;

/** The deepest nesting of states. */
const MAX_DEPTH = 200;

/** A state of a configuration. */
export interface ConfigNode {
  readonly config: Members;
  readonly key: string;
  /** The keys from the root to it. */
  readonly path: readonly string[];
  readonly parent: ConfigNode | undefined;
  readonly children: ConfigNode[];
  /** The name in the machine. */
  name: string;
}

/** The states of a configuration; a key that several have becomes the path of the state. */
export class ConfigTree {
  readonly root: ConfigNode;
  readonly machine: string;
  readonly #nodes: ConfigNode[] = [];
  readonly #byId = new Map<string, ConfigNode>();
  readonly #names = new Set<string>();

  /** @throws {LoomError} `too_deep` when states nest deeper than 200 levels. */
  constructor(config: Members, name: string | undefined) {
    this.machine = (typeof config["id"] === "string" && config["id"]) || name || "Machine";
    this.root = this.#collect(config, this.machine, [], undefined);
    const taken = new Map<string, number>();
    for (const { key } of this.#nodes) taken.set(key, (taken.get(key) ?? 0) + 1);
    for (const node of this.#nodes) {
      const isShared = (taken.get(node.key) ?? 0) > 1 && node.parent !== undefined;
      node.name = this.freeName(isShared ? node.path.join(".") : node.key);
    }
  }

  /** A name that no state has yet; it is taken from now on. */
  freeName(wanted: string): string {
    let name = wanted;
    while (this.#names.has(name)) name += "_";
    this.#names.add(name);
    return name;
  }

  #collect(
    config: Members,
    key: string,
    path: readonly string[],
    parent: ConfigNode | undefined,
  ): ConfigNode {
    if (path.length > MAX_DEPTH) {
      throw new LoomError(
        "too_deep",
        `States nest more than ${MAX_DEPTH} levels deep: make the machine flatter.`,
      );
    }
    const node: ConfigNode = { config, key, path, parent, children: [], name: key };
    this.#nodes.push(node);
    const { id } = config;
    if (typeof id === "string" && id !== "") this.#byId.set(id, node);
    this.#byId.set([this.machine, ...path].join("."), node);
    for (const [inner, value] of Object.entries(isObject(config["states"]) ? config["states"] : {})) {
      if (isPlain(value)) node.children.push(this.#collect(value, inner, [...path, inner], node));
    }
    return node;
  }

  /** The state of an id, such as that in the name of a completion. */
  ofId(id: string): ConfigNode | undefined {
    return this.#byId.get(id);
  }

  /** The state that a target names: `#id`, `#id.child`, `.child`, or a sibling and what is inside it. */
  resolve(from: ConfigNode, target: string): ConfigNode | undefined {
    const known = target.startsWith("#") ? this.#byId.get(target.slice(1)) : undefined;
    if (known !== undefined) return known;
    const parts = target.replace(/^[#.]/, "").split(".");
    const [head = ""] = parts;
    const start = target.startsWith("#")
      ? this.#byId.get(head)
      : target.startsWith(".")
      ? from
      : from.parent ?? from;
    let at = start;
    for (const part of target.startsWith("#") ? parts.slice(1) : parts) {
      at = at?.children.find(({ key }) => key === part);
    }
    return at;
  }
}

/** True for a state inside another, or that state itself. */
export function isWithin(node: ConfigNode, outer: ConfigNode): boolean {
  for (let at: ConfigNode | undefined = node; at; at = at.parent) if (at === outer) return true;
  return false;
}

/** True for an actor that the machine spawns as it starts: it runs as long as the machine, as work of the root does. */
export function isSpawned(action: unknown, node: ConfigNode): action is CreatorCall {
  return action instanceof CreatorCall && action.creator === "spawnChild" && node.parent === undefined;
}

/** The work that a state invokes, with the actors that the root spawns on entry. */
export function worksOf(node: ConfigNode): Members[] {
  const spawned = listOf(node.config["entry"]).flatMap((one): Members[] => {
    if (!isSpawned(one, node)) return [];
    const [src, options] = one.args;
    return [{ ...(isPlain(options) ? options : {}), src }];
  });
  return [...listOf(node.config["invoke"]).filter(isPlain), ...spawned];
}

/** The id of the work of a state. */
export function idOf(invoke: Members, node: ConfigNode, index: number): string {
  return textIn(invoke["id"]) || `${node.name}.${index}`;
}
