import type { Finding } from "@loom/protocol";

/** The result for one document. */
export interface Outcome {
  readonly path: string;
  readonly valid: boolean;
  /** The findings with their places in the text, where it is JSON. */
  readonly findings: readonly Finding[];
  /** The error of a document that cannot be read. */
  readonly error?: Readonly<Record<string, unknown>>;
}

/** A document that cannot be read, for reports, with its place where there is one. */
export interface ReadFault {
  readonly message: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/** The error of a document that cannot be read, for reports. */
export function readFault({ message, line, column }: Readonly<Record<string, unknown>>): ReadFault {
  const numberOr = (value: unknown) => typeof value === "number" ? value : undefined;
  return { message: String(message), line: numberOr(line), column: numberOr(column) };
}
