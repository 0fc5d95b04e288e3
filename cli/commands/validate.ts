import {
  documentFindings,
  type Finding,
  oneLine,
  readRuleSettings,
  type RuleSettings,
  rulesOf,
} from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode, exitCodeOf, graver } from "../exit_code.ts";
import { loadDocument, type LoadedDocument } from "../load_document.ts";
import { ClosedOutputError } from "../io.ts";
import { errorObject, reportError } from "../report_error.ts";
import type { VALIDATE } from "../table/read.ts";
import { wrapWords } from "@loom/protocol/words";
import { UsageError } from "../usage_error.ts";
import { annotationLines, type Outcome } from "../validate/outcome.ts";
import { sarifLog } from "../validate/sarif.ts";

/** Checks documents against every rule. */
export const validateDocuments: Run<typeof VALIDATE> = async (context, values) => {
  const paths = values.doc.length > 0 ? values.doc : [context.doc];
  const rules = rulesOf(context.kinds.rows);
  const settings = readRuleSettings(values.rule, rules);
  if (typeof settings === "string") throw new UsageError(settings);
  if (context.json && values.as !== "text") {
    throw new UsageError(`--json and --as ${values.as} are two forms of one report: give one of them.`);
  }
  const outcomes: Outcome[] = [];
  let code: ExitCode = EXIT.done;
  for (const path of paths) {
    try {
      const outcome = await check(context, path, settings);
      outcomes.push(outcome);
      if (!context.json && values.as === "text") printOutcome(context, outcome, paths.length > 1);
      if (!outcome.valid || (values.strict && outcome.findings.length > 0)) {
        code = graver(code, EXIT.problems);
      }
    } catch (error) {
      // Of several documents the others are checked all the same, and a log tells of every one.
      if (paths.length === 1 && values.as === "text") throw error;
      if (error instanceof ClosedOutputError) throw error;
      if (!context.json) reportError(error, context);
      outcomes.push({ path, valid: false, findings: [], error: errorObject(error) });
      code = graver(code, exitCodeOf(error));
    }
  }
  if (context.json) context.printJson({ valid: code === EXIT.done, documents: outcomes });
  if (values.as === "sarif") context.printJson(sarifLog(outcomes, rules));
  if (values.as === "github") context.print(outcomes.flatMap(annotationLines));
  return code;
};

async function check(context: Context, path: string, rules: RuleSettings): Promise<Outcome> {
  const document = await loadDocument(context, path);
  const findings = placed(documentFindings(document.content, document, rules), document);
  return { path, valid: !findings.some((finding) => finding.severity === "error"), findings };
}

/** Findings in the order of the text, with their places. */
function placed(findings: readonly Finding[], document: LoadedDocument): Finding[] {
  const places = document.places(findings.map((finding) => finding.path));
  const located = findings.map((finding) => ({ ...places.get(finding.path), ...finding }));
  const order = (finding: Finding) => [finding.line ?? 0, finding.column ?? 0] as const;
  return located.sort((a, b) => {
    const [[line, column], [otherLine, otherColumn]] = [order(a), order(b)];
    return line - otherLine || column - otherColumn;
  });
}

function printOutcome(context: Context, { path, findings }: Outcome, isOneOfMany: boolean): void {
  const { paint, print } = context;
  print(findings.flatMap((finding) => findingLines(context, path, finding)));
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const warnings = findings.length - errors;
  const mark = errors > 0 ? paint.bad("✗") : warnings > 0 ? paint.warn("!") : paint.good("✓");
  const counts = [countText(errors, "error"), countText(warnings, "warning")].filter((text) => text !== "");
  print(`${mark} ${path}: ${counts.join(", ") || "nothing to remark"}`);
  if (isOneOfMany && findings.length > 0) print("");
}

/** A finding in the form that editors make links of, with its sentence below, or behind it in a pipe. */
function findingLines(context: Context, path: string, finding: Finding): string[] {
  const { paint, io } = context;
  const place = finding.line === undefined ? finding.path : `${finding.line}:${finding.column}`;
  const severity = (finding.severity === "error" ? paint.bad : paint.warn)(finding.severity);
  const head = `${paint.strong(path)}:${place}: ${severity} ${finding.ruleId}`;
  const message = oneLine(finding.message);
  const { columns } = io.stdout;
  if (columns === undefined) return [`${head}: ${message}`];
  return [head, ...wrapWords(message, Math.max(columns - 4, 20)).map((line) => `    ${line}`)];
}

function countText(count: number, what: string): string {
  if (count === 0) return "";
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
