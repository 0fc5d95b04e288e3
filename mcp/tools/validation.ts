import { documentFindings, type KindName } from "@loom/protocol";
import * as z from "zod";
import type { Session } from "../session/session.ts";
import { defineTool, type ToolAnswer } from "../tool.ts";
import { findingLine, gravestFirst } from "./finding_changes.ts";
import { contentOf } from "./kind_content.ts";

/** Number of findings an answer holds. */
const MOST_FINDINGS = 100;

/** The result of a check, for programs. */
type Validation = {
  readonly valid: boolean;
  readonly errors: number;
  readonly warnings: number;
  findings: object[];
};

/** Checks the document. */
export const VALIDATE_DEFINITION = defineTool({
  name: "validate_definition",
  title: "Validate definition",
  description: "Checks the document against every rule.",
  toolset: "read",
  effect: "read",
  input: {},
  output: {
    valid: z.boolean(),
    findings: z.array(z.unknown()),
  },
  run: (_values, { session }) => validation(session),
});

/**
 * Checks the active document.
 *
 * @param kind The only kind to accept. Default: every kind.
 */
export async function validation(session: Session, kind?: KindName): Promise<ToolAnswer<Validation>> {
  const document = await session.read({ kind });
  const all = gravestFirst(documentFindings(contentOf(session, document), document));
  const errors = all.filter(({ severity }) => severity === "error").length;
  const warnings = all.length - errors;
  const findings = all.slice(0, MOST_FINDINGS).map((finding) => ({ ...finding }));
  const text = [headline(document.kind, errors, warnings), ...findings.map(findingLine)];
  if (all.length > findings.length) {
    text.push(`… and ${all.length - findings.length} more: mend these first.`);
  }
  return { text: text.join("\n"), data: { valid: errors === 0, errors, warnings, findings } };
}

function headline(kind: KindName, errors: number, warnings: number): string {
  if (errors + warnings === 0) return `The ${kind} is valid: nothing to remark.`;
  const counts = [counted(errors, "error"), counted(warnings, "warning")].filter((text) => text !== "").join(
    ", ",
  );
  return `The ${kind} is ${errors === 0 ? "valid" : "not valid"}: ${counts}.`;
}

function counted(count: number, word: string): string {
  if (count === 0) return "";
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** The tools that check. */
export const VALIDATION_TOOLS = [VALIDATE_DEFINITION] as const;
