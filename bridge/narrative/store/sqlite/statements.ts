import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Column, Row } from "./rows.ts";

/** The statements of a database, each prepared when it is first used. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();
  /** The last number given out, within a transaction that gave one. */
  #seq: number | undefined;

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

  /** Changes rows, and tells how many. */
  change(sql: string, ...values: Column[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  /** The next number of what the store received. A transaction looks it up once, and keeps it once. */
  nextSeq(): number {
    this.#seq ??= lastSeq(this);
    return ++this.#seq;
  }

  /** Does something in a transaction; when it throws, nothing stays of it. */
  transaction<Result>(work: () => Result): Result {
    this.change("BEGIN IMMEDIATE");
    try {
      const result = work();
      if (this.#seq !== undefined) this.change("UPDATE meta SET v = ? WHERE k = 'seq'", this.#seq);
      this.change("COMMIT");
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    } finally {
      this.#seq = undefined;
    }
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
