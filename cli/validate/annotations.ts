import { type Outcome, readFault } from "./outcome.ts";

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
