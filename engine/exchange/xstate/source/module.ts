import { CreatorCall, isPlain, SourceCode } from "../values.ts";
import { bare, isFunction, keyOf, nodesIn, part, parts, type SyntaxNode, word } from "./syntax.ts";

/** The functions of XState that configurations are written with. */
const CREATORS: ReadonlySet<string> = new Set([
  "createMachine",
  "Machine",
  "setup",
  "createStateConfig",
  "createAction",
  "and",
  "or",
  "not",
  "stateIn",
  "assign",
  "raise",
  "send",
  "sendTo",
  "sendParent",
  "forwardTo",
  "emit",
  "log",
  "cancel",
  "enqueueActions",
  "assertEvent",
  "spawnChild",
  "stopChild",
  "stop",
  "pure",
  "choose",
  "fromPromise",
  "fromCallback",
  "fromObservable",
  "fromEventObservable",
  "fromTransition",
]);

/** The deepest chain of names and values to follow. */
const MAX_DEPTH = 400;

/** The names that a source binds, and the values of its expressions as far as they can be known without running it. */
export class SourceModule {
  /** All nodes of the source. */
  readonly nodes: readonly SyntaxNode[];
  /** The types by name. */
  readonly types: Map<string, SyntaxNode> = new Map();
  readonly #bound = new Map<string, SyntaxNode>();
  /** The names of XState by the names they have here. */
  readonly #imported = new Map<string, string>();
  readonly #places = new WeakMap<object, Map<string, SyntaxNode>>();
  #depth = 0;

  constructor(tree: SyntaxNode) {
    this.nodes = nodesIn(tree);
    for (const node of this.nodes) this.#bind(node);
  }

  #bind(node: SyntaxNode): void {
    const id = part(node, "id");
    if (node.type === "ImportDeclaration") return this.#import(node);
    if (node.type === "TSTypeAliasDeclaration" || node.type === "TSInterfaceDeclaration") {
      this.types.set(word(id, "name"), node);
    }
    if (node.type === "FunctionDeclaration" || node.type === "TSEnumDeclaration") {
      this.#add(word(id, "name"), node);
    }
    if (node.type !== "VariableDeclarator") return;
    const init = part(node, "init");
    if (id === undefined || init === undefined) return;
    if (id.type === "Identifier") {
      if (this.#isXState(bare(init))) this.#imported.set(word(id, "name"), "*");
      return this.#add(word(id, "name"), bare(init));
    }
    if (id.type === "ObjectPattern" && this.#isXState(bare(init))) {
      for (const one of parts(id, "properties")) {
        const key = keyOf(one, "key");
        if (key !== undefined) this.#imported.set(word(one, "value"), key);
      }
    }
  }

  #add(name: string, node: SyntaxNode): void {
    if (!this.#bound.has(name)) this.#bound.set(name, node);
  }

  #import(node: SyntaxNode): void {
    if (!/^(?:xstate|@xstate\/)/.test(String(part(node, "source")?.["value"]))) return;
    for (const one of parts(node, "specifiers")) {
      const name = one.type === "ImportSpecifier" ? word(one, "imported") : "*";
      this.#imported.set(word(one, "local"), name);
    }
  }

  /** True for `require("xstate")`, also in a call that adds a default, and for a name of what XState exports as a whole. */
  #isXState(node: SyntaxNode): boolean {
    if (node.type === "Identifier") {
      return /^(?:\*|actions)$/.test(this.#imported.get(word(node, "name")) ?? "");
    }
    const [given] = parts(node, "arguments");
    if (node.type !== "CallExpression" || given === undefined) return false;
    return word(node, "callee") === "require"
      ? /^xstate/.test(String(given["value"]))
      : /^_*(?:toESM|interop\w+)$/.test(word(node, "callee")) && this.#isXState(bare(given));
  }

  /** True when the source imports this name of XState. */
  imports(name: string): boolean {
    return [...this.#imported.values()].includes(name);
  }

  /** The expression that a name is bound to. */
  bound(name: string): SyntaxNode | undefined {
    return this.#bound.get(name);
  }

  /** The function of XState that a call calls, such as `assign`, also by another name or as a member. */
  creatorOf(call: SyntaxNode): string | undefined {
    const callee = part(call, "callee");
    if (call.type !== "CallExpression" || callee === undefined) return undefined;
    const at = bare(callee);
    const own = word(at, "name");
    const name = at.type === "Identifier"
      ? this.#imported.get(own) ?? (this.#bound.has(own) ? undefined : own)
      : at.type === "MemberExpression" && this.#holdsCreators(bare(part(at, "object") ?? at))
      ? keyOf(at, "property")
      : undefined;
    return name !== undefined && CREATORS.has(name) ? name : undefined;
  }

  /** True for XState as a whole, and for what `setup` gives. */
  #holdsCreators(node: SyntaxNode): boolean {
    return this.#isXState(node) || this.setupOf(node) !== undefined;
  }

  /** The call of `setup` that an expression comes from. */
  setupOf(node: SyntaxNode): SyntaxNode | undefined {
    const at = this.follow(node);
    if (this.creatorOf(at) === "setup") return at;
    const callee = at.type === "CallExpression" ? part(at, "callee") : undefined;
    const object = callee === undefined || keyOf(callee, "property") !== "extend"
      ? undefined
      : part(callee, "object");
    return object === undefined ? undefined : this.setupOf(bare(object));
  }

  /** The node that a name stands for, else the node itself. */
  follow(node: SyntaxNode): SyntaxNode {
    let at = bare(node);
    for (let step = 0; step < 20 && at.type === "Identifier"; step++) {
      const next = this.#bound.get(word(at, "name"));
      if (next === undefined || next === at) break;
      at = bare(next);
    }
    return at;
  }

  /** The value of an expression; what cannot be known is {@linkcode SourceCode}. */
  valueOf(node: SyntaxNode): unknown {
    if (this.#depth >= MAX_DEPTH) return new SourceCode(node);
    this.#depth += 1;
    try {
      return this.#valueOf(bare(node));
    } finally {
      this.#depth -= 1;
    }
  }

  #valueOf(node: SyntaxNode): unknown {
    switch (node.type) {
      case "Literal":
        return node["regex"] === undefined && node["bigint"] === undefined
          ? node["value"]
          : new SourceCode(node);
      case "TemplateLiteral":
        return this.#template(node);
      case "UnaryExpression":
        return this.#unary(node);
      case "BinaryExpression":
        return this.#binary(node);
      case "Identifier":
        return this.#name(node);
      case "ArrayExpression":
        return this.#list(node);
      case "ObjectExpression":
        return this.#object(node);
      case "TSEnumDeclaration":
        return this.#enum(node);
      case "MemberExpression":
        return this.#member(node);
      case "CallExpression":
        return this.#call(node);
      default:
        return new SourceCode(node);
    }
  }

  #template(node: SyntaxNode): unknown {
    const values = parts(node, "expressions").map((one) => this.valueOf(one));
    if (values.some((value) => typeof value !== "string" && typeof value !== "number")) {
      return new SourceCode(node);
    }
    const texts = parts(node, "quasis").map((one) => String((one["value"] as { cooked?: string }).cooked));
    return texts.map((text, at) => `${at > 0 ? values[at - 1] : ""}${text}`).join("");
  }

  #unary(node: SyntaxNode): unknown {
    const argument = part(node, "argument");
    const value = argument === undefined ? undefined : this.valueOf(argument);
    const operator = word(node, "operator");
    if (operator === "void") return undefined;
    if (operator === "-" && typeof value === "number") return -value;
    if (operator === "!" && typeof value === "boolean") return !value;
    return new SourceCode(node);
  }

  #binary(node: SyntaxNode): unknown {
    const [left, right] = [part(node, "left"), part(node, "right")].map((one) => one && this.valueOf(one));
    const operator = word(node, "operator");
    if (typeof left === "string" && typeof right === "string" && operator === "+") return left + right;
    if (typeof left !== "number" || typeof right !== "number") return new SourceCode(node);
    if (operator === "+") return left + right;
    if (operator === "-") return left - right;
    if (operator === "*") return left * right;
    return operator === "/" && right !== 0 ? left / right : new SourceCode(node);
  }

  #name(node: SyntaxNode): unknown {
    const name = word(node, "name");
    if (name === "undefined") return undefined;
    const bound = this.#bound.get(name);
    if (bound === undefined || bound === node) return new SourceCode(node, name);
    if (isFunction(bound)) return new SourceCode(bound, name);
    const value = this.valueOf(bound);
    return value instanceof SourceCode ? new SourceCode(value.node, name) : value;
  }

  #list(node: SyntaxNode): unknown {
    return parts(node, "elements").flatMap((one) => {
      if (one.type !== "SpreadElement") return [this.valueOf(one)];
      const spread = this.valueOf(part(one, "argument") ?? one);
      return Array.isArray(spread) ? spread : [new SourceCode(one)];
    });
  }

  #object(node: SyntaxNode): unknown {
    const found: Record<string, unknown> = {};
    const places = new Map<string, SyntaxNode>();
    for (const one of parts(node, "properties")) {
      if (one.type === "SpreadElement") {
        const spread = this.valueOf(part(one, "argument") ?? one);
        if (!isPlain(spread)) return new SourceCode(node);
        for (const [key, value] of Object.entries(spread)) set(found, key, value);
        for (const [key, place] of this.#places.get(spread) ?? []) places.set(key, place);
        continue;
      }
      const key = keyOf(one, "key") ?? this.#computedKey(one);
      const value = part(one, "value");
      if (key === undefined || value === undefined) return new SourceCode(node);
      set(found, key, this.valueOf(value));
      places.set(key, one);
    }
    this.#places.set(found, places);
    return found;
  }

  #computedKey(property: SyntaxNode): string | undefined {
    const key = part(property, "key");
    const value = key === undefined || property["computed"] !== true ? undefined : this.valueOf(key);
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  }

  #enum(node: SyntaxNode): unknown {
    const body = part(node, "body") ?? node;
    let next: unknown = 0;
    const found: Record<string, unknown> = {};
    for (const one of parts(body, "members")) {
      const id = part(one, "id");
      const init = part(one, "initializer");
      const value = init === undefined ? next : this.valueOf(init);
      set(found, id?.type === "Literal" ? String(id["value"]) : word(id, "name"), value);
      next = typeof value === "number" ? value + 1 : undefined;
    }
    return found;
  }

  #member(node: SyntaxNode): unknown {
    const object = part(node, "object");
    const owner = object === undefined ? undefined : this.valueOf(object);
    const property = part(node, "property");
    const key = keyOf(node, "property") ??
      (property === undefined ? undefined : String(this.valueOf(property)));
    if (key !== undefined && isPlain(owner) && Object.hasOwn(owner, key)) return owner[key];
    return new SourceCode(node, key);
  }

  #call(node: SyntaxNode): unknown {
    const creator = this.creatorOf(node);
    const given = parts(node, "arguments");
    if (creator === undefined || creator === "setup" || /achine$/.test(creator)) return new SourceCode(node);
    const args = given.map((one) => this.valueOf(one));
    if (creator === "createStateConfig" || creator === "createAction") return args[0];
    return new CreatorCall(creator, args, node);
  }

  /** The place of the innermost member on a path into a value. */
  placeOf(value: unknown, path: readonly string[]): SyntaxNode | undefined {
    let found: SyntaxNode | undefined;
    let at = value;
    for (const key of path) {
      if (!isPlain(at)) break;
      found = this.#places.get(at)?.get(key) ?? found;
      at = at[key];
    }
    return at instanceof CreatorCall
      ? at.node
      : at instanceof SourceCode && at.name === undefined
      ? at.node
      : found;
  }
}

/** `__proto__` is a key like others. */
function set(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
