import { isForbidden } from "../../expression/names.ts";
import { snakeCase } from "../../naming/case.ts";
import {
  type Dialect,
  HOLD,
  type KeywordPiece,
  type Printed,
  type RuntimeName,
  type Statement,
} from "../dialect.ts";
import { pythonString } from "../escape.ts";
import { brackets, type Piece, sequence } from "../layout.ts";
import { PYTHON_WORDS } from "../../naming/reserved.ts";

/** Names of the runtime library that Python keeps for itself. */
const RENAMED: ReadonlyMap<RuntimeName, string> = new Map([
  ["and", "and_"],
  ["or", "or_"],
  ["raise", "raise_event"],
]);

/** Options of a {@linkcode PythonDialect}. */
export interface PythonDialectOptions {
  /** Told of each name of the runtime library that is used, as Python spells it. */
  readonly use: (name: string) => void;
  /** Makes a function of the module; gives its name. */
  readonly addPart: (value: Printed) => string;
}

/** The spelling of expressions in Python. */
export class PythonDialect implements Dialect {
  readonly and = "and";
  readonly or = "or";
  readonly not = { word: "not ", hold: HOLD.not };
  readonly #options: PythonDialectOptions;

  constructor(options: PythonDialectOptions) {
    this.#options = options;
  }

  runtime(name: RuntimeName): string {
    const spelled = RENAMED.get(name) ?? snakeCase(name);
    this.#options.use(spelled);
    return spelled;
  }

  string(text: string): string {
    return pythonString(text);
  }

  constant(value: null | boolean | number): string {
    if (value === null) return "None";
    if (typeof value === "boolean") return value ? "True" : "False";
    if (Number.isFinite(value)) return String(value);
    return value > 0 ? 'float("inf")' : 'float("-inf")';
  }

  list(items: readonly Piece[]): Piece {
    return brackets("[", items, "]");
  }

  object(entries: readonly (readonly [key: string, value: Piece])[]): Piece {
    return dictOf(entries);
  }

  later(value: Piece): Piece {
    return sequence("lambda: ", value);
  }

  read(name: string): Piece {
    return brackets(`${this.runtime("read")}(`, ["p", "c", this.string(name)], ")");
  }

  own(name: string): Piece {
    return brackets(`${this.runtime("own")}(`, ["c", this.string(name)], ")");
  }

  isNativeMember(name: string): boolean {
    return isPlainIdentifier(name) && !name.startsWith("__") && !isForbidden(name);
  }

  safeCall(
    name: RuntimeName,
    head: readonly Piece[],
    args: readonly Piece[],
    text: string,
    keywords: readonly KeywordPiece[],
  ): Piece {
    const last = keywords.length > 0 ? [keywordDict(keywords)] : [];
    return brackets(`${this.runtime(name)}(`, [...head, this.list(args), this.string(text), ...last], ")");
  }

  isActive(name: string): Piece {
    return `c.is_active(${this.string(name)})`;
  }

  inState(name: Piece | null, text: string): Piece {
    return brackets(`${this.runtime("inState")}(`, ["c", name ?? "None", this.string(text)], ")");
  }

  /** `==` of Python converts between numbers and truth values. */
  nativeEquality(): undefined {
    return undefined;
  }

  assignName(name: string, value: Printed): Statement {
    const piece = brackets(`${this.runtime("assign")}(`, ["c", this.string(name), value.piece], ")");
    return { piece, isExpression: true };
  }

  bind(name: string, value: Piece): Piece {
    return sequence(`${name} = `, closed(value));
  }

  part(value: Printed): Piece {
    return `${this.#options.addPart(value)}(c, p)`;
  }
}

/** A piece that may go over several lines wherever it stands. */
export function closed(piece: Piece): Piece {
  const isOpen = typeof piece !== "string" && piece.kind === "row";
  return isOpen ? brackets("(", [piece], ")", { hasLastComma: false }) : piece;
}

/** A dict of texts as keys. */
export function dictOf(entries: readonly (readonly [key: string, value: Piece])[]): Piece {
  return brackets("{", entries.map(([key, value]) => sequence(`${pythonString(key)}: `, value)), "}");
}

/** A tuple. */
export function tupleOf(items: Parameters<typeof brackets>[1]): Piece {
  return brackets("(", items, ")", { isTuple: true });
}

/** True when a name can be written in Python as it is. */
export function isPlainIdentifier(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !PYTHON_WORDS.has(name);
}

function keywordDict(keywords: readonly KeywordPiece[]): Piece {
  return dictOf(keywords.map(({ name, piece }) => [name, piece]));
}
