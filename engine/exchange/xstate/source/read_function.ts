import type { Expression } from "../../../expression/ast.ts";
import { isForbidden } from "../../../expression/names.ts";
import { CreatorCall, isPlain, SourceCode } from "../values.ts";
import type { SourceModule } from "./module.ts";
import {
  type Bound,
  choose,
  compare,
  expressionOfBound,
  isCallable,
  isText,
  join,
  joined,
  literalOf,
  memberOf,
  NotSimple,
  ofName,
} from "./expressions.ts";
import { bare, blockOf, isFunction, keyOf, part, parts, type SyntaxNode, word } from "./syntax.ts";

/** The surroundings of a function in the configuration. */
export interface FunctionPlace {
  readonly module: SourceModule;
  /** True when functions get `(context, event)`, as before XState 5. */
  readonly isOld: boolean;
  /** The events that call it; none for the events that are not known. */
  readonly events: readonly string[];
  /** The members of these events that the types declare. */
  readonly payload: ReadonlySet<string>;
  /** The parameters that the configuration gives with its name. */
  readonly params?: unknown;
  /** Notes that a member of these events is read. */
  note(events: readonly string[], member: string): void;
  /** Reads a guard that is named or called where an expression is expected. */
  guard(value: unknown): Expression | undefined;
}

const OTHER: Bound = { kind: "other" };
const COMPARISONS: Readonly<Record<string, "==" | "!=" | "<" | "<=" | ">" | ">=">> = {
  "==": "==",
  "===": "==",
  "!=": "!=",
  "!==": "!=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
};
const ARITHMETIC: ReadonlySet<string> = new Set(["+", "-", "*", "/", "%", "**"]);

/** A function of the configuration while it is read: what its names mean, and which members it uses. */
export class FunctionReader {
  readonly place: FunctionPlace;
  /** The statements of its body; of an expression, the expression alone. */
  readonly body: readonly SyntaxNode[];
  readonly #names = new Map<string, Bound>();
  readonly #ofContext = new Set<string>();
  readonly #ofEvent = new Set<string>();
  #events: readonly string[];

  constructor(code: SyntaxNode, place: FunctionPlace) {
    this.place = place;
    this.#events = place.events;
    if (!isFunction(code) || code["async"] === true || code["generator"] === true) {
      throw new NotSimple("it is no plain function");
    }
    const [first, second] = parts(code, "params");
    const isOld = place.isOld || /^_?(?:ctx|context)$/.test(word(first, "name"));
    if (first !== undefined) this.bind(first, { kind: isOld ? "context" : "args" });
    if (second !== undefined) {
      this.bind(second, isOld ? { kind: "event" } : { kind: "value", value: place.params ?? {} });
    }
    const body = part(code, "body");
    this.body = body === undefined ? [] : body.type === "BlockStatement" ? parts(body, "body") : [body];
  }

  /** Gives the names of a pattern their meaning. */
  bind(pattern: SyntaxNode, bound: Bound): void {
    if (pattern.type === "Identifier") this.#names.set(word(pattern, "name"), bound);
    else if (pattern.type === "ObjectPattern") {
      for (const one of parts(pattern, "properties")) {
        const key = keyOf(one, "key");
        const value = part(one, "value");
        if (key !== undefined && value !== undefined) this.bind(value, this.#memberOf(bound, key));
      }
    } else if (pattern.type === "AssignmentPattern") {
      const left = part(pattern, "left");
      if (left !== undefined) this.bind(left, OTHER);
    }
  }

  /** Gives a name the meaning of an expression, such as an item of a list. */
  bindExpression(pattern: SyntaxNode, expression: Expression): void {
    this.bind(pattern, { kind: "expression", expression });
  }

  /** Binds the constants of a declaration, and reads `assertEvent`; false for any other statement. */
  declare(statement: SyntaxNode): boolean {
    if (this.#asserts(statement)) return true;
    if (statement.type !== "VariableDeclaration") return false;
    for (const one of parts(statement, "declarations")) {
      const [id, init] = [part(one, "id"), part(one, "init")];
      if (id === undefined || init === undefined || statement["kind"] !== "const") {
        throw new NotSimple("it has a variable");
      }
      this.bind(id, this.#boundOf(bare(init)) ?? { kind: "expression", expression: this.expression(init) });
    }
    return true;
  }

  /** From `assertEvent(event, "a")` on, the type of the event is known. */
  #asserts(statement: SyntaxNode): boolean {
    const call = part(statement, "expression");
    if (call === undefined || this.place.module.creatorOf(call) !== "assertEvent") return false;
    const [, type] = parts(call, "arguments");
    const value = type === undefined ? undefined : this.place.module.valueOf(type);
    if (typeof value === "string" && this.#events.length !== 1) this.#events = [value];
    return true;
  }

  /** The expression that the function returns; ways that `if` chooses are a conditional expression. */
  result(): SyntaxNode {
    return this.#resultOf(this.body);
  }

  #resultOf(statements: readonly SyntaxNode[]): SyntaxNode {
    const [first, ...rest] = statements;
    if (first === undefined) throw new NotSimple("it returns nothing");
    if (this.declare(first)) return this.#resultOf(rest);
    if (first.type === "ReturnStatement") {
      const value = part(first, "argument");
      if (value === undefined) throw new NotSimple("it returns nothing");
      return bare(value);
    }
    if (first.type === "IfStatement") {
      const [then, otherwise] = [part(first, "consequent"), part(first, "alternate")];
      return {
        type: "ConditionalExpression",
        loc: first.loc,
        test: part(first, "test"),
        consequent: this.#resultOf(then === undefined ? [] : blockOf(then)),
        alternate: this.#resultOf([...otherwise === undefined ? [] : blockOf(otherwise), ...rest]),
      };
    }
    if (first.type === "ThrowStatement") throw new NotSimple("it may throw");
    if (/Statement$|Declaration$/.test(first.type)) throw new NotSimple(`it has a ${first.type}`);
    return bare(first);
  }

  /** The result as a condition: choices become `and` and `or`. */
  test(): Expression {
    return this.#checked(this.condition(this.result()));
  }

  /** The result as a value. */
  value(): Expression {
    return this.#checked(this.expression(this.result()));
  }

  #checked(expression: Expression): Expression {
    this.check();
    return expression;
  }

  /** Refuses a name that means a member of the context here, and one of the event. */
  check(): void {
    for (const name of this.#ofContext) {
      if (this.#ofEvent.has(name) || this.place.payload.has(name)) {
        throw new NotSimple(`both the context and the event have "${name}"`);
      }
    }
    this.forget();
  }

  /** Begins a new text, which names things on its own. */
  forget(): void {
    this.#ofContext.clear();
    this.#ofEvent.clear();
  }

  /** An expression where only its truth counts. */
  condition(node: SyntaxNode): Expression {
    const at = bare(node);
    if (at.type === "ConditionalExpression") {
      const [test, then, otherwise] = ["test", "consequent", "alternate"].map((one) =>
        this.condition(part(at, one) ?? at)
      );
      if (test && then && otherwise) return choose(test, then, otherwise);
    }
    if (at.type === "LogicalExpression") return this.#logical(at, (one) => this.condition(one));
    if (at.type === "UnaryExpression" && word(at, "operator") === "!") {
      return { kind: "not", operand: this.condition(part(at, "argument") ?? at) };
    }
    return this.expression(at);
  }

  /** An expression as one of the language of machines. */
  expression(node: SyntaxNode): Expression {
    const at = bare(node);
    const bound = this.#boundOf(at);
    if (bound !== undefined) return expressionOfBound(bound);
    switch (at.type) {
      case "TemplateLiteral":
      case "Literal":
        return literalOf(this.place.module.valueOf(at));
      case "ArrayExpression":
        return this.#list(at);
      case "ObjectExpression":
        return this.#object(at);
      case "MemberExpression":
        return this.#access(at);
      case "UnaryExpression":
        return this.#unary(at);
      case "BinaryExpression":
        return this.#binary(at);
      case "LogicalExpression":
        return this.#logical(at, (one) => this.expression(one));
      case "CallExpression":
        return this.#call(at);
      default:
        throw new NotSimple(`there is no ${at.type} in guards and actions`);
    }
  }

  /** A list; what is spread in it is joined. */
  #list(node: SyntaxNode): Expression {
    const lists: Expression[] = [];
    let items: Expression[] = [];
    for (const one of parts(node, "elements")) {
      if (one.type !== "SpreadElement") items.push(this.expression(one));
      else {
        if (items.length > 0) lists.push({ kind: "list", items });
        lists.push(this.expression(part(one, "argument") ?? one));
        items = [];
      }
    }
    if (items.length > 0 || lists.length < 2) lists.push({ kind: "list", items });
    return lists.reduce(joined);
  }

  #object(node: SyntaxNode): Expression {
    const entries = parts(node, "properties").map((one) => {
      const [key, value] = [keyOf(one, "key"), part(one, "value")];
      if (key === undefined || value === undefined || isForbidden(key)) {
        throw new NotSimple("it spreads or computes members");
      }
      return { key, value: this.expression(value) };
    });
    return { kind: "object", entries };
  }

  #access(node: SyntaxNode): Expression {
    const object = this.expression(part(node, "object") ?? node);
    const key = keyOf(node, "property");
    if (key === undefined) {
      return { kind: "index", object, index: this.expression(part(node, "property") ?? node) };
    }
    return memberOf(object, key);
  }

  #unary(node: SyntaxNode): Expression {
    const operator = word(node, "operator");
    const argument = part(node, "argument") ?? node;
    if (operator === "!") return { kind: "not", operand: this.condition(argument) };
    if (operator !== "-" && operator !== "+") throw new NotSimple(`there is no ${operator}`);
    return { kind: "unary", operator, operand: this.expression(argument) };
  }

  #binary(node: SyntaxNode): Expression {
    const operator = word(node, "operator");
    const [left, right] = ["left", "right"].map((one) => this.expression(part(node, one) ?? node));
    if (left === undefined || right === undefined) throw new NotSimple("an operand is missing");
    const comparison = COMPARISONS[operator];
    if (comparison !== undefined) return compare(comparison, left, right);
    if (operator === "in") return { kind: "membership", item: left, collection: right };
    if (!ARITHMETIC.has(operator)) throw new NotSimple(`there is no ${operator}`);
    if (operator === "+" && isText(left) !== isText(right)) {
      throw new NotSimple("it may join a text and a number");
    }
    return { kind: "binary", operator: operator as "+", left, right };
  }

  #logical(node: SyntaxNode, read: (node: SyntaxNode) => Expression): Expression {
    const operator = word(node, "operator");
    if (operator === "??") throw new NotSimple("there is no ?? in guards and actions");
    const [left, right] = ["left", "right"].map((one) => read(part(node, one) ?? node));
    if (left === undefined || right === undefined) throw new NotSimple("an operand is missing");
    return join(operator === "&&" ? "and" : "or", [left, right]);
  }

  #call(node: SyntaxNode): Expression {
    const callee = bare(part(node, "callee") ?? node);
    const given = parts(node, "arguments");
    const [first] = given;
    const name = callee.type === "Identifier" ? word(callee, "name") : "";
    const isConcat = callee.type === "MemberExpression" && keyOf(callee, "property") === "concat";
    if (isConcat && given.every(({ type }) => type === "ArrayExpression")) {
      return [part(callee, "object") ?? callee, ...given].map((one) => this.expression(one)).reduce(joined);
    }
    if (first !== undefined && given.length === 1) {
      if (callee.type === "MemberExpression" && keyOf(callee, "property") === "includes") {
        const collection = this.expression(part(callee, "object") ?? callee);
        return { kind: "membership", item: this.expression(first), collection };
      }
      if (name === "Boolean") {
        return { kind: "not", operand: { kind: "not", operand: this.condition(first) } };
      }
      if (name === "check" && this.#names.has(name)) {
        const guard = this.place.guard(this.place.module.valueOf(first));
        if (guard !== undefined) return guard;
      }
    }
    if (!isCallable(name) || this.#names.has(name) || this.place.module.creatorOf(node) !== undefined) {
      throw new NotSimple(`${name === "" ? "a method" : name} cannot be called in guards and actions`);
    }
    return {
      kind: "call",
      callee: { kind: "name", name },
      args: given.map((one) => this.expression(one)),
      kwargs: [],
    };
  }

  /** The meaning of a name or of a chain of members that begins with one. */
  #boundOf(node: SyntaxNode): Bound | undefined {
    if (node.type === "Identifier") {
      const known = this.#names.get(word(node, "name"));
      if (known !== undefined) return known;
      const value = this.place.module.valueOf(node);
      return value instanceof SourceCode || value instanceof CreatorCall ? OTHER : { kind: "value", value };
    }
    const key = node.type === "MemberExpression" ? keyOf(node, "property") : undefined;
    const object = key === undefined ? undefined : part(node, "object");
    const owner = object === undefined ? undefined : this.#boundOf(bare(object));
    return owner === undefined || key === undefined ? undefined : this.#memberOf(owner, key);
  }

  #memberOf(owner: Bound, key: string): Bound {
    switch (owner.kind) {
      case "args":
        return key === "context" || key === "event" || key === "input" ? { kind: key } : OTHER;
      case "input":
        return ofName(key);
      case "context":
        this.#ofContext.add(key);
        return ofName(key);
      case "event":
        return this.#eventMember(key);
      case "value":
        return this.#valueMember(owner.value, key);
      case "expression": {
        const { expression } = owner;
        const entry = expression.kind === "object"
          ? expression.entries.find((one) => one.key === key)?.value
          : undefined;
        return { kind: "expression", expression: entry ?? memberOf(expression, key) };
      }
      case "other":
        return OTHER;
    }
  }

  #valueMember(owner: unknown, key: string): Bound {
    const value = isPlain(owner) && Object.hasOwn(owner, key) ? owner[key] : undefined;
    if (value instanceof SourceCode) {
      return { kind: "expression", expression: new FunctionReader(value.node, this.place).value() };
    }
    if (owner instanceof SourceCode) {
      const whole = new FunctionReader(owner.node, this.place).value();
      return this.#memberOf({ kind: "expression", expression: whole }, key);
    }
    return { kind: "value", value };
  }

  #eventMember(key: string): Bound {
    const { isOld } = this.place;
    const events = this.#events;
    const [only = ""] = events;
    if (key === "type") {
      if (events.length !== 1 || /\*$|^(?:done|error)\./.test(only)) {
        throw new NotSimple("it asks for the type of the event");
      }
      return { kind: "value", value: only };
    }
    const name = isOld && key === "data" ? only.startsWith("error.") ? "error" : "output" : key;
    this.#ofEvent.add(name);
    this.place.note(events, name);
    return ofName(name);
  }
}
