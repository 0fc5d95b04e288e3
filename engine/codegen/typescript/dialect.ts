import { isForbidden } from "../../expression/names.ts";
import {
  type Dialect,
  HOLD,
  type KeywordPiece,
  type Printed,
  type RuntimeName,
  type Statement,
  USES,
} from "../dialect.ts";
import { typeScriptString } from "../escape.ts";
import { brackets, type Piece, sequence } from "../layout.ts";

/** Names that every object of JavaScript answers to: what is read by them natively may be the language's. */
const OBJECT_NAMES: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Options of a {@linkcode TypeScriptDialect}. */
export interface TypeScriptDialectOptions {
  /** Told of each name of the runtime library that is used. */
  readonly use: (name: RuntimeName) => void;
  /** Makes a function of the module; gives its name. */
  readonly addPart: (value: Printed) => string;
  /** The members of declared data. */
  readonly declared?: ReadonlySet<string> | undefined;
}

/** The spelling of expressions in TypeScript. */
export class TypeScriptDialect implements Dialect {
  readonly and = "&&";
  readonly or = "||";
  readonly not = { word: "!", hold: HOLD.sign };
  readonly #options: TypeScriptDialectOptions;

  constructor(options: TypeScriptDialectOptions) {
    this.#options = options;
  }

  runtime(name: RuntimeName): string {
    this.#options.use(name);
    return name;
  }

  string(text: string): string {
    return typeScriptString(text);
  }

  constant(value: null | boolean | number): string {
    return String(value);
  }

  list(items: readonly Piece[]): Piece {
    return brackets("[", items, "]");
  }

  object(entries: readonly (readonly [key: string, value: Piece])[]): Piece {
    const keys = new Set(entries.map(([key]) => key));
    if (keys.size === entries.length && !keys.has("__proto__")) return objectOf(entries);
    // A literal cannot have a key twice, nor a member of this name.
    const pairs = entries.map(([key, value]) => brackets("[", [this.string(key), value], "]"));
    return brackets("Object.fromEntries([", pairs, "])");
  }

  later(value: Piece): Piece {
    return sequence("() => ", body(value));
  }

  read(name: string): Piece {
    const args = ["p", "c", this.string(name)];
    return brackets(`${this.runtime("read")}(`, this.#isData(name) ? [...args, dataMember(name)] : args, ")");
  }

  own(name: string): Piece {
    return this.#isData(name)
      ? dataMember(name)
      : brackets(`${this.runtime("own")}(`, ["c", this.string(name)], ")");
  }

  isNativeMember(name: string): boolean {
    return /^[A-Za-z_$][\w$]*$/.test(name) && !isForbidden(name) && !OBJECT_NAMES.has(name);
  }

  safeCall(
    name: RuntimeName,
    head: readonly Piece[],
    args: readonly Piece[],
    text: string,
    keywords: readonly KeywordPiece[],
  ): Piece {
    const list = keywords.length > 0 ? [...args, keywordObject(keywords)] : args;
    return brackets(`${this.runtime(name)}(`, [...head, this.list(list), this.string(text)], ")");
  }

  isActive(name: string): Piece {
    return `c.isActive(${this.string(name)})`;
  }

  inState(name: Piece | null, text: string): Piece {
    return brackets(`${this.runtime("inState")}(`, ["c", name ?? "null", this.string(text)], ")");
  }

  /** A literal on one side and anything at all on the other: `===` is what the language means. */
  nativeEquality(operator: "==" | "!=", left: Printed, right: Printed): Piece | undefined {
    if (
      !(isPrimitive(left) && right.type === "unknown") && !(isPrimitive(right) && left.type === "unknown")
    ) {
      return undefined;
    }
    return sequence(grouped(left), ` ${operator}= `, grouped(right));
  }

  assignName(name: string, value: Printed): Statement {
    // The member of declared data has a type, which the value need not have.
    if (this.#options.declared === undefined && isData(name)) {
      return { piece: sequence(dataMember(name), " = ", value.piece), isExpression: false };
    }
    const piece = brackets(`${this.runtime("assign")}(`, ["c", this.string(name), value.piece], ")");
    return { piece, isExpression: true };
  }

  #isData(name: string): boolean {
    return isData(name) && (this.#options.declared?.has(name) ?? true);
  }

  bind(name: string, value: Piece): Piece {
    return sequence(`const ${name} = `, value);
  }

  part(value: Printed): Piece {
    return `${this.#options.addPart(value)}(c, p)`;
  }
}

/** The parameters of a function that uses them or not. */
export function parameters(uses: number): string {
  if (uses === USES.both) return "(c, p)";
  if (uses === USES.payload) return "(_c, p)";
  return uses === USES.context ? "(c)" : "()";
}

/** The body of a function that gives a value: an object literal would be taken for a block. */
export function body(value: Piece): Piece {
  const isObject = typeof value === "string"
    ? value === "{}"
    : value.kind === "brackets" && value.open === "{";
  return isObject ? brackets("(", [value], ")", { hasLastComma: false }) : value;
}

/** An object literal. */
export function objectOf(entries: readonly (readonly [key: string, value: Piece])[]): Piece {
  return brackets("{", entries.map(([key, value]) => sequence(`${keyOf(key)}: `, value)), "}", {
    isSpaced: true,
  });
}

/** The key of a member in a literal or an interface. */
export function keyOf(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : typeScriptString(key);
}

/** True when a name is surely the data's own when the data has a member of this name. */
export function isData(name: string): boolean {
  return !OBJECT_NAMES.has(name);
}

function dataMember(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `c.data.${name}` : `c.data[${typeScriptString(name)}]`;
}

function keywordObject(keywords: readonly KeywordPiece[]): Piece {
  return objectOf(keywords.map(({ name, piece }) => [name, piece]));
}

function isPrimitive({ type, depth, uses }: Printed): boolean {
  return uses === 0 && depth === 0 && (type === "string" || type === "number" || type === "boolean");
}

function grouped({ piece, hold }: Printed): Piece {
  return hold > HOLD.comparison ? piece : brackets("(", [piece], ")", { hasLastComma: false });
}
