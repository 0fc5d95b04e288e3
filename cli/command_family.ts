import type { CommandSpec } from "./command_spec.ts";

/** Commands whose names begin with the same word: `narrative serve`, `narrative setup`. */
export interface CommandFamily {
  /** The word that the names begin with. */
  readonly word: string;
  /** The commands. */
  readonly members: readonly CommandSpec[];
}

/** The first words of all commands. */
export function firstWords(commands: readonly Pick<CommandSpec, "name">[]): string[] {
  return [...new Set(commands.map(({ name }) => wordsOf(name)[0]))];
}

/** The families among commands, in the order of the table. */
export function familiesOf(commands: readonly CommandSpec[]): CommandFamily[] {
  const members = Map.groupBy(commands.filter(({ name }) => wordsOf(name)[1] !== undefined), ({ name }) => {
    return wordsOf(name)[0];
  });
  return [...members].map(([word, members]) => ({ word, members }));
}

/** The words of a command's name: one, or the word of its family and its own. */
export function wordsOf(name: string): readonly [first: string, second: string | undefined] {
  const [first = name, second] = name.split(" ", 2);
  return [first, second];
}
