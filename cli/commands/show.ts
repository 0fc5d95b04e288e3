import { enrich, validate } from "@loom/engine";
import { oneLine, type StateMachineDefinition } from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import { documentOf, type LoadedMachine, loadMachine } from "../load_document.ts";
import { type Overview, overviewOf } from "../overview.ts";
import { showElement } from "../show_element.ts";
import type { SHOW } from "../table/read.ts";
import { textColumns, wrapped } from "../text_columns.ts";

/** Tells what a machine is made of, or what one of its elements is. */
export const show: Run<typeof SHOW> = async (context, values) => {
  const machine = await loadMachine(context, documentOf(context, values.doc));
  if (values.element !== undefined) return showElement(context, machine, values.element);
  const overview = overviewOf(machine.definition);
  const findings = validate(enrich(machine.definition));
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const counts = { errors, warnings: findings.length - errors };
  const { path, format, envelope = null, revision } = machine;
  if (context.json) {
    context.printJson({ path, format, envelope, revision, ...overview, findings: counts });
  } else {
    printOverview(context, machine, overview, counts);
  }
  return EXIT.done;
};

function printOverview(
  context: Context,
  { path, definition, format, envelope, revision }: LoadedMachine,
  overview: Overview,
  counts: { readonly errors: number; readonly warnings: number },
): void {
  const { paint, print } = context;
  const { states, events, transitions } = overview;
  const rows = [
    ["states", `${states.all}`, some(states, ["composite", "regions", "final", "history"])],
    [
      "events",
      `${events.all}`,
      `${plural(events.sources, "source")}${events.timers ? `, ${plural(events.timers, "timer")}` : ""}`,
    ],
    ["transitions", `${transitions.all}`, some(transitions, ["guarded", "internal", "eventless"])],
    ["begins in", overview.initial.map((name) => oneLine(name)).join(" | ") || "nothing", ""],
    ["findings", findingsText(context, counts), ""],
    ["document", path, [format, envelope === undefined ? "" : `in ${envelope}`].filter(Boolean).join(" ")],
    ["revision", revision, ""],
  ].map((
    [label = "", value = "", more = ""],
  ) => [label, more === "" ? value : `${value}  ${paint.faint(more)}`]);
  print(titleText(context, definition));
  const description = oneLine(String(definition.settings?.description ?? ""));
  if (description !== "") print(wrapped(description, context.io.stdout.columns ?? Infinity));
  print(["", ...textColumns(rows, { paints: [paint.faint] })]);
}

function titleText({ paint }: Context, { settings, state }: StateMachineDefinition): string {
  const name = paint.strong(oneLine(String(settings?.name ?? state?.name ?? "Machine")));
  const namespace = oneLine(String(settings?.namespace ?? ""));
  return namespace === "" ? name : `${name}  ${paint.faint(namespace)}`;
}

function findingsText(
  { paint }: Context,
  { errors, warnings }: { readonly errors: number; readonly warnings: number },
): string {
  if (errors + warnings === 0) return paint.good("none");
  const parts = [
    errors > 0 ? paint.bad(plural(errors, "error")) : "",
    warnings > 0 ? paint.warn(plural(warnings, "warning")) : "",
  ];
  return parts.filter(Boolean).join(", ");
}

function some<Name extends string>(counts: Readonly<Record<Name, number>>, names: readonly Name[]): string {
  return names.filter((name) => counts[name] > 0).map((name) => `${counts[name]} ${name}`).join(", ");
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
