import { ExpressionError, parseAction, parseGuard } from "../expression/mod.ts";
import type { AssignmentStatement, CallExpression, Expression, Statement } from "../expression/ast.ts";
import { invocationsOf, outputOf } from "../members.ts";
import { quoted } from "../naming/case.ts";
import { type Remark, suggester } from "./rule.ts";
import { perSurvey, type Survey } from "./survey.ts";
import { ANY, type DataType, type DeclaredData, type MemberType } from "../typing/data_type.ts";
import { declaredDataOf } from "../typing/declared.ts";
import { areApart, type DataRule, type Expected, Inference, shown, wordsOf } from "../typing/infer.ts";
import { joinMember, joinTypes, type OutputTypes, Payloads } from "../typing/payloads.ts";
import { joinSignatures, type Signature, signatureOf } from "../typing/signatures.ts";
import { type TextSite, walkTexts } from "../typing/text_sites.ts";

/** Uses of declared data in the texts of a definition. */
export interface DataUse {
  /** The declared data. */
  readonly declared: DeclaredData;
  /** Faults by rule. */
  readonly faults: ReadonlyMap<DataRule, readonly Remark[]>;
  /** The names that some text has. */
  readonly used: ReadonlySet<string>;
  /** The calls of host functions and of methods of objects, by `name` or `object.name`. */
  readonly calls: ReadonlyMap<string, Signature>;
  /** The input of the tasks that states invoke, by name; none where the invocation has no input. */
  readonly tasks: ReadonlyMap<string, MemberType | undefined>;
  /** The output of those tasks. */
  readonly outputs: ReadonlyMap<string, DataType>;
  /** The texts that do not parse: what they use is not known. */
  readonly unread: readonly string[];
}

/** The tree of a text. */
type Parsed =
  | { readonly is: "code"; readonly statements: readonly Statement[] }
  | { readonly is: "value"; readonly expression: Expression };

/** The use of declared data; none where any member is allowed. */
export const dataUseOf: (survey: Survey) => { readonly use: DataUse | undefined } = perSurvey((survey) => {
  const declared = declaredDataOf(survey.settings);
  return { use: declared && new DataChecker(survey, declared).check() };
});

/** The same with the outputs of the machines that its states invoke. */
export function dataUseWith(survey: Survey, outputs: OutputTypes): DataUse | undefined {
  const declared = declaredDataOf(survey.settings);
  return declared && new DataChecker(survey, declared, outputs).check();
}

/**
 * The output of a machine, which the final children of its root give; none where they give none.
 *
 * @param outputs The outputs of the machines that its states invoke.
 */
export function outputTypeOf(survey: Survey, outputs: OutputTypes): MemberType | undefined {
  const declared = declaredDataOf(survey.settings) ?? { members: new Map(), repeated: [] };
  return new DataChecker(survey, declared, outputs).output();
}

class DataChecker implements DataUse {
  readonly declared: DeclaredData;
  readonly faults = new Map<DataRule, Remark[]>();
  readonly used = new Set<string>();
  readonly unread: string[] = [];
  readonly calls = new Map<string, Signature>();
  readonly tasks = new Map<string, MemberType | undefined>();
  readonly outputs = new Map<string, DataType>();
  readonly #survey: Survey;
  readonly #payloads: Payloads;
  readonly #objects: ReadonlySet<string>;
  readonly #hint: (name: string) => string;

  constructor(survey: Survey, declared: DeclaredData, outputs?: OutputTypes) {
    this.#survey = survey;
    this.declared = declared;
    this.#payloads = new Payloads(survey.events.map(({ value }) => value), outputs);
    this.#objects = objectNames(survey.settings.objects);
    this.#hint = suggester(() => [
      ...declared.members.keys(),
      ...this.#payloads.seenBy(null).keys(),
      ...this.#objects,
    ]);
  }

  check(): DataUse {
    walkTexts(this.#survey.states, (site) => this.#look(site));
    for (const { state } of this.#survey.states) {
      for (const { id, source, input } of invocationsOf(state)) {
        if ("task" in source) this.#noteTask(source.task, input, this.#payloads.outputOf(id));
      }
    }
    return this;
  }

  #noteTask(task: string, input: string | undefined, output: DataType): void {
    const before = this.outputs.get(task);
    this.outputs.set(task, before === undefined ? output : joinTypes(before, output));
    const type = input === undefined ? undefined : this.#written(input);
    const known = this.tasks.get(task);
    this.tasks.set(
      task,
      !this.tasks.has(task)
        ? type
        : { type: joinTypes(known?.type ?? ANY, type?.type ?? ANY), isOptional: !known || !type },
    );
  }

  output(): MemberType | undefined {
    const { root, settings } = this.#survey;
    const finals = root?.children.filter(({ kind }) => kind === "final") ?? [];
    const given = finals.flatMap(({ state }) => outputOf(state) ?? []).map((text) => this.#written(text));
    if (given.length === 0) return undefined;
    // It ends without an output in other final states, and when the completion of a composite ends it.
    const isAlways = given.length === finals.length && settings.completion !== "bubble";
    const { type, isOptional } = given.reduce(joinMember);
    return { type, isOptional: isOptional || !isAlways };
  }

  /** The type of an input or output; an object that is written out has the members that are written. */
  #written(text: string): MemberType {
    let expression: Expression;
    try {
      expression = parseGuard(text);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return { type: ANY, isOptional: false };
    }
    const inference = new Inference(this.#namesOf({ events: null, locals: new Map() }), () => {});
    if (expression.kind !== "object") return inference.typeOf(expression);
    const members = new Map(expression.entries.map(({ key, value }) => {
      const member = { name: key, description: undefined, initial: undefined, path: "" };
      return [key, { ...inference.typeOf(value), ...member }] as const;
    }));
    return { type: { kind: "object", declared: { members, repeated: [] } }, isOptional: false };
  }

  #look(site: TextSite): DataType {
    const parsed = this.#parse(site);
    if (!parsed) return ANY;
    const inference = new Inference(
      this.#namesOf(site),
      (rule, what) => this.#report(site, rule, what),
      (call, args, expected) => this.#noteCall(call, args, expected, site),
    );
    if (parsed.is === "code") {
      for (const statement of parsed.statements) this.#statement(statement, site, inference);
      return ANY;
    }
    return this.#expression(parsed.expression, site, inference);
  }

  #expression(expression: Expression, site: TextSite, inference: Inference): DataType {
    // A guard that is a plain name may be registered by the host: only a near miss is a mistake.
    if (site.use === "guard" && this.#isHostName(expression, site)) return ANY;
    const { type } = inference.typeOf(expression, EXPECTED[site.use]);
    if (site.use === "milliseconds" && areApart(type, MILLISECONDS)) {
      this.#report(
        site,
        "W122",
        `is ${shown(expression)}, ${wordsOf(type)}: it needs a number of milliseconds.`,
      );
    }
    if (site.use === "list" && type.kind !== "any" && type.kind !== "list") {
      this.#report(site, "W122", `is ${shown(expression)}, ${wordsOf(type)}: it needs a list.`);
    }
    if (site.use === "object") this.#payload(expression, type, site, inference);
    return type.kind === "list" ? type.items : ANY;
  }

  #payload(expression: Expression, type: DataType, site: TextSite, inference: Inference): void {
    if (type.kind !== "any" && type.kind !== "object") {
      this.#report(site, "W122", `is ${shown(expression)}, ${wordsOf(type)}: it needs an object.`);
    }
    const types = site.payloadOf === undefined ? undefined : this.#payloads.of(site.payloadOf);
    if (!types || expression.kind !== "object") return;
    for (const { key, value } of expression.entries) {
      const parameter = types.get(key);
      const place = `the parameter ${quoted(key)} of ${quoted(site.payloadOf ?? "")}`;
      if (parameter) inference.conform(value, { type: parameter, isOptional: true }, place);
      else {
        const what = `gives ${place}, which the event does not declare: declare it, or name another.`;
        this.#report(site, "W121", what + suggester(() => types.keys())(key));
      }
    }
  }

  #isHostName(expression: Expression, site: TextSite): boolean {
    if (expression.kind !== "name" || this.#namesOf(site).typeOf(expression.name)) return false;
    return this.#hint(expression.name) === "";
  }

  #statement(statement: Statement, site: TextSite, inference: Inference): void {
    if (statement.kind === "expression") {
      if (!this.#isHostName(statement.expression, site)) inference.typeOf(statement.expression, "nothing");
      return;
    }
    const member = this.#targetOf(statement, site, inference);
    const place = shown(statement.target);
    const { operator, target: left, value: right } = statement;
    if (!member) inference.typeOf(right);
    else if (operator === undefined) inference.checkValue(right, member, place);
    else inference.checkValue({ kind: "binary", operator, left, right }, member, place);
  }

  /** The declared member that is assigned; a plain name is one of the data, whatever the payload has. */
  #targetOf({ target }: AssignmentStatement, site: TextSite, inference: Inference): MemberType | undefined {
    if (target.kind !== "name") return inference.typeOf(target);
    const { name } = target;
    const known = this.declared.members.get(name);
    this.used.add(name);
    if (known || this.#objects.has(name)) return known;
    const remedy = `which is no declared data: declare it in "settings.data".${this.#hint(name)}`;
    this.#report(site, "W121", `assigns ${quoted(name)}, ${remedy}`);
    return undefined;
  }

  #namesOf({ events, locals }: Pick<TextSite, "events" | "locals">) {
    return {
      hint: this.#hint,
      typeOf: (name: string): MemberType | undefined => {
        const local = locals.get(name);
        if (local) return { type: local, isOptional: false };
        this.used.add(name);
        const parameter = this.#payloads.seenBy(events).get(name);
        const member = this.declared.members.get(name);
        if (!parameter) {
          return member ?? (this.#objects.has(name) ? { type: ANY, isOptional: false } : undefined);
        }
        // An event that is not the only one may leave the parameter out.
        return {
          type: member ? joinTypes(parameter, member.type) : parameter,
          isOptional: events?.length !== 1,
        };
      },
    };
  }

  #parse({ text, use }: TextSite): Parsed | undefined {
    try {
      return use === "code"
        ? { is: "code", statements: parseAction(text) }
        : { is: "value", expression: parseGuard(text) };
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.unread.push(text);
      return undefined;
    }
  }

  #noteCall(call: CallExpression, args: readonly MemberType[], expected: Expected, site: TextSite): void {
    const name = calledName(call.callee, this.#objects);
    const isHosts = call.callee.kind === "member" || !this.#namesOf(site).typeOf(name ?? "");
    if (name === undefined || !isHosts) return;
    const known = this.calls.get(name);
    const signature = signatureOf(call, args, expected);
    this.calls.set(name, known ? joinSignatures(known, signature) : signature);
  }

  #report({ part, owner, path }: TextSite, rule: DataRule, what: string): void {
    const remark = { message: `${part} of ${quoted(owner)} ${what}`, element: owner, path };
    const list = this.faults.get(rule);
    if (list) list.push(remark);
    else this.faults.set(rule, [remark]);
  }
}

const MILLISECONDS: DataType = { kind: "number", minimum: undefined, maximum: undefined };

/** The types that texts are used as. */
const EXPECTED: Readonly<Record<TextSite["use"], Expected>> = {
  guard: { kind: "boolean" },
  condition: { kind: "boolean" },
  value: undefined,
  milliseconds: MILLISECONDS,
  code: "nothing",
  object: { kind: "object", declared: undefined },
  list: { kind: "list", items: ANY },
};

/** The name that a signature has: that of a function, or of a method of an object in the settings. */
function calledName(callee: Expression, objects: ReadonlySet<string>): string | undefined {
  if (callee.kind === "name") return callee.name === "in_state" ? undefined : callee.name;
  if (callee.kind !== "member" || callee.object.kind !== "name") return undefined;
  return objects.has(callee.object.name) ? `${callee.object.name}.${callee.name}` : undefined;
}

function objectNames(objects: unknown): ReadonlySet<string> {
  const names = Array.isArray(objects) ? objects.map((object: unknown) => instanceOf(object)) : [];
  return new Set(names.filter((name) => typeof name === "string"));
}

function instanceOf(object: unknown): unknown {
  return typeof object === "object" && object !== null && "instance" in object ? object.instance : undefined;
}
