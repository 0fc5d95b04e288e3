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

/** One annotation of a log of GitHub Actions. */
interface Annotation {
  readonly level: "error" | "warning";
  readonly title: string;
  readonly message: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** The findings of a document as workflow commands of GitHub Actions, a line each. */
export function annotationLines({ path, findings, error }: Outcome): string[] {
  const faults: readonly Annotation[] = error === undefined
    ? findings.map(({ severity, ruleId, ...finding }) => ({ ...finding, level: severity, title: ruleId }))
    : [{ ...readFault(error), level: "error", title: "unreadable" }];
  return faults.map(({ level, title, message, line, column }) => {
    const properties = Object.entries({ file: path, line, col: column, title })
      .flatMap(([name, value]) => value === undefined ? [] : [`${name}=${escapedProperty(String(value))}`]);
    return `::${level} ${properties.join(",")}::${escaped(message)}`;
  });
}

function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
