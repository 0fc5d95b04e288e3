import { checkLoadedSystem, type LoadedSystem } from "@loom/bridge/system";
import { formatSystemCheck, LINK_RULES, type SystemCheck, type SystemFinding } from "@loom/engine";
import {
  type Finding,
  locateAll,
  readRuleSettings,
  reconcileModeOf,
  rulesOf,
  systemName,
  withRuleSettings,
} from "@loom/protocol";
import { basename } from "@std/path";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import { documentOf } from "../load_document.ts";
import { shortPath, systemAt } from "../system_at.ts";
import type { CHECK } from "../table/systems.ts";
import { UsageError } from "../usage_error.ts";
import { annotationLines, type Outcome } from "../validate/outcome.ts";
import { sarifLog } from "../validate/sarif.ts";

/** Checks the system that a document is or belongs to, with all its members. */
export const checkDocuments: Run<typeof CHECK> = async (context, values) => {
  const rules = [...rulesOf(context.kinds.rows), ...LINK_RULES];
  const settings = readRuleSettings(values.rule, rules);
  if (typeof settings === "string") throw new UsageError(settings);
  if (context.json && values.as !== "text") {
    throw new UsageError(`--json and --as ${values.as} are two forms of one report: give one of them.`);
  }
  const system = await systemAt(documentOf(context, values.doc));
  const found = checkLoadedSystem(system);
  const check = { ...found, findings: placed(withRuleSettings(found.findings, settings), system) };
  const isBad = check.findings.some(({ severity }) => values.strict || severity === "error");
  if (context.json) {
    const { path, members } = system;
    context.printJson({
      valid: !isBad,
      system: path,
      members: members.map((one) => one.path),
      findings: check.findings,
      replays: check.replays,
    });
  } else if (values.as === "sarif") context.printJson(sarifLog(outcomesOf(system, check), rules));
  else if (values.as === "github") context.print(outcomesOf(system, check).flatMap(annotationLines));
  else context.print(textOf(context, system, check));
  return isBad ? EXIT.problems : EXIT.done;
};

/** The findings with lines and columns in the files of their members. */
function placed(findings: readonly SystemFinding[], { document, members }: LoadedSystem): SystemFinding[] {
  const documents = new Map([
    [undefined, document] as const,
    ...members.map((one) => [one.path, one.document] as const),
  ]);
  const groups = Map.groupBy(findings, ({ member }) => member);
  const places = new Map(Array.from(groups, ([member, all]) => {
    const text = documents.get(member)?.text ?? "";
    const prefix = prefixOf(documents.get(member)?.envelope);
    return [member, text === "" ? new Map() : locateAll(text, all.map(({ path }) => prefix + path))] as const;
  }));
  return findings.map((finding) => {
    const { member, path } = finding;
    const place = places.get(member)?.get(prefixOf(documents.get(member)?.envelope) + path);
    return { ...place, ...finding };
  });
}

function prefixOf(envelope: string | undefined): string {
  return envelope === undefined ? "" : `/${envelope}`;
}

function textOf({ paint }: Context, system: LoadedSystem, check: SystemCheck): string[] {
  const { path, document, members } = system;
  const place = ({ member, line, column }: SystemFinding) => {
    const file = paint.strong(fileOf(system, member));
    return line === undefined ? file : `${file}:${line}:${column}`;
  };
  return formatSystemCheck(check, {
    title: document === undefined
      ? `${basename(path)} and the documents beside it, which no system lists`
      : `${systemName(document.definition) || basename(path)} (${shortPath(path)})`,
    members: members.length,
    ...(document === undefined ? {} : { mode: reconcileModeOf(document.definition) }),
    place,
  });
}

/** The findings by document, for reports of documents. */
function outcomesOf(system: LoadedSystem, { findings }: SystemCheck): Outcome[] {
  const groups = Map.groupBy(findings, ({ member }) => member);
  return Array.from(groups, ([member, all]) => ({
    path: fileOf(system, member),
    valid: !all.some(({ severity }) => severity === "error"),
    findings: all.map(({ member: _, ...finding }): Finding => finding),
  }));
}

function fileOf({ path, members }: LoadedSystem, member: string | undefined): string {
  return shortPath(members.find((one) => one.path === member)?.file ?? path);
}
