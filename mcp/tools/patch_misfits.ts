import {
  type AnyKind,
  type AnyOp,
  didYouMean,
  isObject,
  type JsonObject,
  type KindContent,
  type OpRow,
  parseType,
  PatchError,
  type refusalText,
  type ShapeTable,
} from "@loom/protocol";
import { withoutAliases } from "../aliases.ts";
import { ToolError } from "../tool.ts";
import { operationExample } from "./operation_example.ts";

/** Number of operations that do not fit a refusal lists. */
const MOST_MISFITS = 10;

/** An operation that does not fit. */
interface Misfit {
  readonly index: number;
  readonly op: string;
  readonly code: string;
  readonly message: string;
}

/**
 * Reads the operations of a call, and tries them on a document.
 *
 * @throws {ToolError} Lists all operations that do not fit, not the first only.
 */
export function fittingOps(
  given: readonly AnyOp[],
  document: JsonObject,
  { content }: AnyKind,
): readonly AnyOp[] {
  if (content === undefined) return [];
  const ops = given.map((op) => understood(op, content));
  const unread = ops.flatMap((op, index) => unreadable(op, index, content));
  const misfits = unread.length > 0
    ? [...unread, ...inapplicable(ops, new Set(unread.map(({ index }) => index)), document, content)]
    : inapplicable(ops, new Set(), document, content);
  if (misfits.length > 0) throw misfitsError(misfits.sort((a, b) => a.index - b.index), ops.length, content);
  return ops;
}

/** An operation with the names of fields that it means, in what it carries too. */
function understood(op: AnyOp, { changes, shape }: KindContent): AnyOp {
  const row = changes.rows.find((one) => one.op === op.op);
  if (row === undefined) return op;
  const fields = withoutAliases(op, ["op", ...row.fields.map(({ name }) => name)]);
  for (const { name, type } of row.fields) {
    const known = fieldsOf(type, shape.table);
    const value = fields[name];
    if (known !== undefined && isObject(value)) fields[name] = withoutAliases(value, known);
  }
  return { ...fields, op: op.op };
}

function fieldsOf(type: string, shapes: ShapeTable): readonly string[] | undefined {
  const parsed = parseType(type);
  if (parsed.kind !== "shape") return undefined;
  return shapes.find(({ name }) => name === parsed.name)?.fields.map(({ name }) => name);
}

function unreadable(op: AnyOp, index: number, { changes }: KindContent): Misfit[] {
  const at = { index, op: op.op };
  const row = changes.rows.find((one) => one.op === op.op);
  if (row?.verb === "report") {
    const message = "it changes no document: leave it out, or call simulate to run the machine.";
    return [{ ...at, code: "bad_op", message }];
  }
  const parsed = changes.parse([op]);
  const wrong = parsed.ok ? [] : [{ ...at, code: parsed.refusal.code, message: sentenceOf(parsed.refusal) }];
  return row === undefined ? wrong : [...wrong, ...strangers(op, index, row)];
}

/** The fields that an operation does not have; nothing would read them. */
function strangers(op: AnyOp, index: number, row: OpRow): Misfit[] {
  const names = row.fields.map(({ name }) => name);
  return Object.keys(op).filter((name) => name !== "op" && !names.includes(name)).map((name) => ({
    index,
    op: op.op,
    code: "bad_op",
    message: `it has no field "${name}".${didYouMean(name, names)} Its fields: ${names.join(", ")}.`,
  }));
}

/** The operations that cannot be applied; after one that cannot, the next ones are tried without it. */
function inapplicable(
  ops: readonly AnyOp[],
  left: ReadonlySet<number>,
  document: JsonObject,
  { changes }: KindContent,
): Misfit[] {
  const misfits: Misfit[] = [];
  let rest = ops.map((op, index) => ({ op, index })).filter(({ index }) => !left.has(index));
  let now = document;
  while (rest.length > 0 && misfits.length <= MOST_MISFITS) {
    const applied = changes.apply(now, rest.map(({ op }) => op));
    if (applied.ok) break;
    const { refusal } = applied;
    const at = refusal instanceof PatchError ? Math.max(0, refusal.index) : 0;
    const failed = rest[at];
    if (failed === undefined) break;
    misfits.push({ index: failed.index, op: failed.op.op, code: refusal.code, message: sentenceOf(refusal) });
    const before = changes.apply(now, rest.slice(0, at).map(({ op }) => op));
    if (before.ok) now = before.value;
    rest = rest.slice(at + 1);
  }
  return misfits;
}

/** The sentence of a refusal, without the function and the index that it begins with. */
function sentenceOf(refusal: Parameters<typeof refusalText>[0]): string {
  return refusal.message.replace(/^\w+:(?: ops\[\d+\][^:]*:)? /, "");
}

function misfitsError(misfits: readonly Misfit[], all: number, content: KindContent): ToolError {
  const listed = misfits.slice(0, MOST_MISFITS).map(({ index, op, message }) =>
    `ops[${index}]${message.startsWith(`${op} `) ? "" : ` ${op}:`} ${message}`
  );
  const more = misfits.length > listed.length ? ["There are more."] : [];
  const count = new Set(misfits.map(({ index }) => index)).size;
  const [first] = misfits;
  const head = `${count} of ${all} operation${all === 1 ? "" : "s"} ${count === 1 ? "does" : "do"} not fit.`;
  const end = "Nothing was changed: mend that and send all again (dry_run: true tries it).";
  const sentences = [
    head,
    ...listed,
    ...more,
    ...names(misfits, content),
    ...examples(misfits, content),
    end,
  ];
  return new ToolError(first?.code ?? "bad_op", sentences.join(" "));
}

/** An example of each operation whose fields are wrong. */
function examples(misfits: readonly Misfit[], { changes, shape }: KindContent): string[] {
  const wrong = new Set(misfits.flatMap(({ op, code }) => code === "bad_op" ? [op] : []));
  return changes.rows.flatMap((row) =>
    wrong.has(row.op) && row.verb !== "report"
      ? [`Example: ${JSON.stringify(operationExample(row, shape.table))}`]
      : []
  );
}

/** The names that exist, where an operation has one that does not. */
function names(misfits: readonly Misfit[], { changes }: KindContent): string[] {
  const codes = new Set(misfits.map(({ code }) => code));
  const ops = changes.rows.flatMap(({ op, verb }) => verb === "report" ? [] : [op]);
  return [
    ...(codes.has("not_found") ? ["list_states and list_events show what there is."] : []),
    ...(codes.has("unknown_op") ? [`There are ${ops.join(", ")}.`] : []),
  ];
}
