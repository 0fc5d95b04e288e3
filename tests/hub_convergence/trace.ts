/** What came to pass at a meeting, to be read when something was lost. */
export class Trace {
  readonly #lines: string[] = [];
  readonly #start = performance.now();

  /**
   * Notes something.
   *
   * @param who a party, or `outside` or `hub`
   */
  note(who: string, what: string, about: unknown = ""): void {
    const text = typeof about === "string" ? about : JSON.stringify(about);
    this.#lines.push(`${(performance.now() - this.#start).toFixed(1)} ${who} ${what} ${text}`);
  }

  /** Writes it all into a file. */
  async write(path: string): Promise<void> {
    await Deno.writeTextFile(path, this.#lines.join("\n") + "\n");
  }
}
