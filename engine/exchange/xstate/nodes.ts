import { isObject, LoomError } from "@loom/protocol";
import { isPlain } from "./values.ts";

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

  /** @throws {LoomError} `too_deep` when states nest deeper than 200 levels. */
  constructor(config: Members, name: string | undefined) {
    this.machine = (typeof config["id"] === "string" && config["id"]) || name || "Machine";
    this.root = this.#collect(config, this.machine, [], undefined);
    const taken = new Map<string, number>();
    for (const { key } of this.#nodes) taken.set(key, (taken.get(key) ?? 0) + 1);
    const used = new Set<string>();
    for (const node of this.#nodes) {
      let wanted = (taken.get(node.key) ?? 0) > 1 && node.parent !== undefined
        ? node.path.join(".")
        : node.key;
      while (used.has(wanted)) wanted += "_";
      used.add(wanted);
      node.name = wanted;
    }
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
