import { counted, documentFindings, oneLine, type StateMachineDefinition } from "@loom/protocol";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import type { LoadedDocument, LoadedMachine } from "../load_document.ts";
import { type Overview, overviewOf } from "../overview.ts";
import { showElement } from "../show_element.ts";
import { wrapWords } from "@loom/protocol/words";
import { textColumns } from "../text_columns.ts";

/** Shows the size of a machine, or one of its elements. */
export function showMachine(
  context: Context,
  machine: LoadedMachine,
  element: string | undefined,
): ExitCode {
  if (element !== undefined) return showElement(context, machine, element);
  const overview = overviewOf(machine.definition);
  const counts = countFindings(machine);
  const { path, format, envelope = null, revision } = machine;
  if (context.json) {
    context.printJson({ path, format, envelope, revision, ...overview, findings: counts });
  } else {
    printOverview(context, machine, overview, counts);
  }
  return EXIT.done;
}

function printOverview(
  context: Context,
  { path, definition, format, envelope, revision }: LoadedMachine,
  overview: Overview,
  counts: FindingCounts,
): void {
  const { paint, print } = context;
  const { states, events, transitions } = overview;
  const rows = [
    ["states", `${states.all}`, some(states, ["composite", "regions", "final", "history"])],
    [
      "events",
      `${events.all}`,
      `${counted(events.sources, "source")}${events.timers ? `, ${counted(events.timers, "timer")}` : ""}`,
    ],
    ["transitions", `${transitions.all}`, some(transitions, ["guarded", "internal", "eventless"])],
    ...(overview.data === 0 ? [] : [["data", `${overview.data}`, "declared"]]),
    ["begins in", overview.initial.map((name) => oneLine(name)).join(" | ") || "nothing", ""],
    ["findings", findingsText(context, counts), ""],
    ["document", path, [format, envelope === undefined ? "" : `in ${envelope}`].filter(Boolean).join(" ")],
    ["revision", revision, ""],
  ].map((
    [label = "", value = "", more = ""],
  ) => [label, more === "" ? value : `${value}  ${paint.faint(more)}`]);
  print(titleText(context, definition));
  const description = oneLine(String(definition.settings?.description ?? ""));
  if (description !== "") print(wrapWords(description, context.io.stdout.columns ?? Infinity));
  print(["", ...textColumns(rows, { paints: [paint.faint] })]);
}

function titleText({ paint }: Context, { settings, state }: StateMachineDefinition): string {
  const name = paint.strong(oneLine(String(settings?.name ?? state?.name ?? "Machine")));
  const namespace = oneLine(String(settings?.namespace ?? ""));
  return namespace === "" ? name : `${name}  ${paint.faint(namespace)}`;
}

function some<Name extends string>(counts: Readonly<Record<Name, number>>, names: readonly Name[]): string {
  return names.filter((name) => counts[name] > 0).map((name) => `${counts[name]} ${name}`).join(", ");
}

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
