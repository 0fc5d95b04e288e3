import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Column, Row } from "./rows.ts";

/** The statements of a database, each prepared when it is first used. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();
  /** The last number given out, within a transaction that asked for one: before it, and now. */
  #seq: { readonly before: number; now: number } | undefined;

  /** Makes the statements of a database. */
  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** The first row of a result. */
  row(sql: string, ...values: Column[]): Row | undefined {
    return this.#statement(sql).get(...values) as Row | undefined;
  }

  /** All rows of a result. */
  rows(sql: string, ...values: Column[]): Row[] {
    return this.#statement(sql).all(...values) as Row[];
  }

  /** Changes rows and returns their number. */
  change(sql: string, ...values: Column[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  /** The number that {@linkcode nextSeq} gives out next. */
  get comingSeq(): number {
    return this.#lastSeq().now + 1;
  }

  /** The next entry number. A transaction reads and writes the counter once. */
  nextSeq(): number {
    return ++this.#lastSeq().now;
  }

  /** Runs work in a transaction, which is rolled back when it throws. */
  transaction<Result>(work: () => Result): Result {
    this.change("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#keepSeq();
      this.change("COMMIT");
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    } finally {
      this.#seq = undefined;
    }
  }

  #lastSeq(): { readonly before: number; now: number } {
    if (this.#seq !== undefined) return this.#seq;
    const before = lastSeq(this);
    return this.#seq = { before, now: before };
  }

  #keepSeq(): void {
    if (this.#seq === undefined || this.#seq.now === this.#seq.before) return;
    this.change("UPDATE meta SET v = ? WHERE k = 'seq'", this.#seq.now);
  }

  #statement(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

/** The highest number given out. */
export function lastSeq(statements: Statements): number {
  return Number(statements.row("SELECT v FROM meta WHERE k = 'seq'")?.v);
}
