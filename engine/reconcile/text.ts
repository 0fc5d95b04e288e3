import type { ReconcileMode } from "@loom/protocol";
import type { Reconciliation } from "./proposal.ts";

/** One line about a reconciliation, after an edit. */
export function summarizeReconcile(
  { documents, proposals, unresolved }: Reconciliation,
  mode: ReconcileMode,
): string {
  const count = proposals.reduce((sum, { reasons }) => sum + reasons.length, 0);
  const open = unresolved.length === 0 ? "" : `; ${unresolved.length} left open`;
  const perDocument = documents.map(({ path }) => {
    const added = proposals.filter(({ document }) => document === path).reduce(
      (sum, one) => sum + one.reasons.length,
      0,
    );
    return `${path} +${added}`;
  }).join(", ");
  if (count === 0) {
    const agree = "the scenarios and the other documents agree";
    return `${mode === "auto" ? "auto: " : ""}${open === "" ? agree : `nothing to add${open}`}`;
  }
  if (mode === "auto") return `auto: ${perDocument}${open}`;
  return `${count} ${count === 1 ? "change" : "changes"} proposed (${perDocument})${open}`;
}

/** The proposals and open questions as text, one line each. */
export function formatReconcile({ proposals, unresolved }: Reconciliation): string {
  const lines = proposals.map(({ id, document, reasons, from }) =>
    `${document}: ${reasons.join(", ")}\n  ${id}, asked for by ${from.element} of ${from.scenario}`
  );
  const open = unresolved.map((text) => `open: ${text}`);
  return [...lines, ...open].join("\n") || "The scenarios and the other documents agree.";
}
