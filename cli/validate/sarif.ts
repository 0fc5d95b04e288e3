import type { Finding, RuleInfo } from "@loom/protocol";
import { VERSION } from "../version.ts";
import { type Outcome, readFault } from "./outcome.ts";

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

/** A SARIF 2.1.0 log of findings (OASIS, 2020): one run with its rules, results and unreadable documents. */
export function sarifLog(outcomes: readonly Outcome[], rules: readonly RuleInfo[]): object {
  const unreadable = outcomes.flatMap(({ path, error }) =>
    error === undefined ? [] : [notification(path, error)]
  );
  return {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [{
      tool: { driver: { name: "loom", version: VERSION, rules: rules.map(descriptor) } },
      columnKind: "utf16CodeUnits",
      invocations: [{
        executionSuccessful: unreadable.length === 0,
        toolExecutionNotifications: unreadable,
      }],
      results: outcomes.flatMap(({ path, findings }) =>
        findings.map((finding) => result(path, finding, rules.findIndex(({ id }) => id === finding.ruleId)))
      ),
    }],
  };
}

function descriptor({ id, severity, title, explanation }: RuleInfo): object {
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: explanation },
    defaultConfiguration: { level: severity },
  };
}

function result(
  path: string,
  { ruleId, severity, message, path: pointer, line, column }: Finding,
  index: number,
) {
  return {
    ruleId,
    ...(index < 0 ? {} : { ruleIndex: index }),
    level: severity,
    message: { text: message },
    locations: [{
      ...location(path, line, column),
      ...(pointer === "" ? {} : { logicalLocations: [{ fullyQualifiedName: pointer }] }),
    }],
  };
}

function notification(path: string, error: NonNullable<Outcome["error"]>): object {
  const { message, line, column } = readFault(error);
  return { level: "error", message: { text: message }, locations: [location(path, line, column)] };
}

function location(path: string, line: number | undefined, column: number | undefined) {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(path) },
      ...(line === undefined ? {} : { region: { startLine: line, startColumn: column ?? 1 } }),
    },
  };
}

/** The URI reference of a path; `stdin` for standard input. */
function uriOf(path: string): string {
  if (path === "-") return "stdin";
  const uri = path.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  if (uri.startsWith("/")) return `file://${uri}`;
  return /^[A-Za-z]%3A\//.test(uri) ? `file:///${uri.replace("%3A", ":")}` : uri;
}
