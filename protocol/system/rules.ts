import type { Finding, Severity } from "../finding.ts";
import { isObject, type JsonObject } from "../json/value.ts";
import { checkShape } from "../shape/check.ts";
import { textOf } from "./lookup.ts";
import { memberKindOfPath } from "./member_kind.ts";
import { resolveMemberPath } from "./member_path.ts";
import { SYSTEM_ACTOR_KINDS, SYSTEM_SHAPE } from "./shape.ts";

/** A rule of system documents. */
export interface SystemRule {
  /** Its stable id. */
  readonly id: string;
  /** The severity of its findings. */
  readonly severity: Severity;
  /** Its name, in a few words. */
  readonly title: string;
  /** Its meaning, in one or two sentences. */
  readonly explanation: string;
}

interface Breach {
  readonly message: string;
  readonly path: string;
  readonly element?: string;
}

/** The rule of unknown and wrong fields. */
const FIELDS = "W401";

const RULES: readonly (SystemRule & { readonly check: (def: JsonObject) => Iterable<Breach> })[] = [
  {
    id: "Y001",
    severity: "error",
    title: "System without name or namespace",
    explanation: "The settings have a name and a namespace.",
    check: checkSettings,
  },
  {
    id: "Y002",
    severity: "error",
    title: "Wrong member",
    explanation:
      "A member has a path, no other member has it, and it ends like that of a machine, an entity-relationship diagram or a sequence.",
    check: checkMembers,
  },
  {
    id: "Y004",
    severity: "error",
    title: "Wrong actor",
    explanation: `An actor has a name, no other actor has it, and its kind is one of ${
      SYSTEM_ACTOR_KINDS.map((kind) => `\`${kind}\``).join(", ")
    }.`,
    check: checkActors,
  },
  {
    id: FIELDS,
    severity: "warning",
    title: "Unknown or misspelled field",
    explanation: "A field is unknown, missing or of the wrong type.",
    check: (def) => checkShape(SYSTEM_SHAPE, "SystemDefinition", def),
  },
];

/** All rules of one system document, in the order of their ids. */
export const SYSTEM_RULES: readonly SystemRule[] = RULES;

/**
 * Checks a system document against every rule that it shows without its members. It accepts any value and never throws.
 *
 * @returns The findings, by rule, each rule's in document order; no errors for a valid document.
 *
 * @example
 * ```ts
 * import { validateSystem } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const findings = validateSystem({
 *   settings: { namespace: "Shop", name: "Shop" },
 *   members: [{ path: "order.smdf.json" }, { path: "./order.smdf.json" }],
 * });
 * assertEquals(findings.map(({ ruleId, path }) => [ruleId, path]), [["Y002", "/members/1/path"]]);
 * ```
 */
export function validateSystem(def: unknown): Finding[] {
  const document = isObject(def) ? def as JsonObject : {};
  const findings = RULES.flatMap(({ id: ruleId, severity, check }) =>
    Array.from(check(document), (breach): Finding => ({ ruleId, severity, ...breach }))
  );
  // What an error says of a place, the field check need not say again.
  const places = new Set(findings.filter((one) => one.severity === "error").map(({ path }) => path));
  return findings.filter(({ ruleId, path }) => ruleId !== FIELDS || !places.has(path));
}

/** Y001. */
function* checkSettings({ settings }: JsonObject): Iterable<Breach> {
  for (const field of ["name", "namespace"]) {
    if (isObject(settings) && textOf(settings[field]) !== "") continue;
    const path = isObject(settings) && Object.hasOwn(settings, field) ? `/settings/${field}` : "/settings";
    yield { message: `The system has no ${field}: set settings.${field}.`, path };
  }
}

/** Y002. */
function* checkMembers({ members }: JsonObject): Iterable<Breach> {
  const list: readonly unknown[] = Array.isArray(members) ? members : [];
  const seen = new Set<string>();
  for (const [index, value] of list.entries()) {
    const at = `/members/${index}`;
    const path = isObject(value) ? textOf(value.path) : "";
    if (path === "") {
      yield { message: `Member #${index} has no path: give it one.`, path: at, element: `members[${index}]` };
      continue;
    }
    const place = { path: `${at}/path`, element: path };
    const resolved = resolveMemberPath("", path);
    if (seen.has(resolved)) {
      yield { message: `"${path}" is a member already: remove one of the two.`, ...place };
    } else if (memberKindOfPath(path) === undefined) {
      yield { message: `"${path}" cannot be a member: ${MEMBER_ENDINGS}.`, ...place };
    }
    seen.add(resolved);
  }
}

/** The endings of members, in a sentence. */
export const MEMBER_ENDINGS = "name a .smdf.json, .erdf.json or .sqdf.json file";

/** Y004. */
function* checkActors({ actors }: JsonObject): Iterable<Breach> {
  const list: readonly unknown[] = Array.isArray(actors) ? actors : [];
  const seen = new Set<string>();
  for (const [index, value] of list.entries()) {
    const at = `/actors/${index}`;
    const name = isObject(value) ? textOf(value.name) : "";
    const element = name === "" ? `actors[${index}]` : name;
    if (name === "") {
      yield { message: `Actor #${index} has no name: give it one.`, path: at, element };
    } else if (seen.has(name)) {
      const message = `Another actor is called "${name}" already: rename or remove one of them.`;
      yield { message, path: `${at}/name`, element };
    }
    seen.add(name);
    if (!isObject(value) || SYSTEM_ACTOR_KINDS.some((kind) => kind === value.kind)) continue;
    yield {
      message: `The kind of actor "${element}" is none of ${SYSTEM_ACTOR_KINDS.join(", ")}: set it.`,
      path: Object.hasOwn(value, "kind") ? `${at}/kind` : at,
      element,
    };
  }
}
