import { counted, documentFindings } from "@loom/protocol";
import type { Context } from "../context.ts";
import type { LoadedDocument } from "../load_document.ts";

/** Number of findings by severity. */
export interface FindingCounts {
  readonly errors: number;
  readonly warnings: number;
}

/** Counts the findings of a document. */
export function countFindings(document: LoadedDocument<object>): FindingCounts {
  const { row } = document;
  const findings = row.content === undefined ? [] : documentFindings(row.content, document);
  const errors = findings.filter((finding) => finding.severity === "error").length;
  return { errors, warnings: findings.length - errors };
}

/** Numbers of findings as painted text: `1 error, 2 warnings`. */
export function findingsText({ paint }: Context, { errors, warnings }: FindingCounts): string {
  if (errors + warnings === 0) return paint.good("none");
  const parts = [
    errors > 0 ? paint.bad(counted(errors, "error")) : "",
    warnings > 0 ? paint.warn(counted(warnings, "warning")) : "",
  ];
  return parts.filter(Boolean).join(", ");
}
