/**
 * Random calls of every tool, valid and not, with a look at the folder after each: nothing may break the server or a document, and
 * every refusal must say what to do.
 *
 * @module
 */
import { parseJson } from "@loom/engine";
import { kindOfPath, type StateMachineDefinition } from "@loom/protocol";
import { seededRandom } from "../../protocol/layout/ordering/seeded_random.ts";
import type { Called } from "../../mcp/testing/tool_calls.ts";
import type { Client } from "../../mcp/testing/sdk.ts";
import { type Random, randomValues, type Schema } from "./random_values.ts";

/** A client, and where its documents are. */
export interface Subject {
  readonly client: Pick<Client, "listTools">;
  call(name: string, values: Record<string, unknown>): Promise<Called>;
  /** The folder that the server is confined to. */
  readonly folder: string;
}

/** What a run did. */
export interface RandomReport {
  readonly calls: number;
  /** How many of them did what they were asked. */
  readonly done: number;
  readonly refused: number;
  /** How many changes were taken back to the same bytes. */
  readonly undone: number;
  /** What must not be, at most a few. */
  readonly faults: readonly string[];
}

interface ToolFacts {
  readonly name: string;
  readonly schema: Schema;
  readonly isReading: boolean;
}

const MOST_FAULTS = 10;
/** A machine that has grown beyond this is begun again. */
const MOST_CHARACTERS = 30_000;
const SMALL =
  '{"settings":{"namespace":"n","name":"M","asynchronous":false},"events":[{"name":"E","events":[{"id":"go"}]}],' +
  '"state":{"name":"Root","states":[{"name":"A","transitions":[{"event":"go","nextState":"B"}]},{"name":"B"}]}}';

/** Makes so many calls. */
export async function randomCalls(subject: Subject, count: number, seed: number): Promise<RandomReport> {
  return await new RandomRun(subject, seededRandom(seed)).run(count);
}

class RandomRun {
  readonly #subject: Subject;
  readonly #random: Random;
  readonly #faults: string[] = [];
  #tools: readonly ToolFacts[] = [];
  #done = 0;
  #refused = 0;
  #undone = 0;

  constructor(subject: Subject, random: Random) {
    this.#subject = subject;
    this.#random = random;
  }

  async run(count: number): Promise<RandomReport> {
    const { tools } = await this.#subject.client.listTools();
    this.#tools = tools.map(({ name, inputSchema, annotations }) => ({
      name,
      schema: inputSchema as Schema,
      isReading: annotations?.readOnlyHint ?? false,
    }));
    let calls = 0;
    while (calls < count && this.#faults.length < MOST_FAULTS) {
      await this.#oneCall();
      calls++;
    }
    return { calls, done: this.#done, refused: this.#refused, undone: this.#undone, faults: this.#faults };
  }

  async #oneCall(): Promise<void> {
    const random = this.#random;
    const tool = this.#tools[Math.floor(random() * this.#tools.length)];
    if (tool === undefined) return;
    const before = await this.#activeText();
    const known = { random, machine: machineIn(before?.text), folder: this.#subject.folder };
    const values = randomValues(tool.schema, known);
    const label = `${tool.name} ${JSON.stringify(values)}`.slice(0, 600);
    const called = await this.#called(tool.name, values, label);
    if (called === undefined) return;
    this.#checkAnswer(called, label);
    const after = await this.#activeText();
    this.#checkDocument(after, label);
    const isHarmless = called.isError || tool.isReading || values.dry_run === true;
    const isSame = before?.path === after?.path && before?.text === after?.text;
    if (isHarmless && !isSame) this.#fault(`${label} changed the document.`);
    if (!isHarmless && !isSame && before?.path === after?.path) {
      await this.#undo(tool.name, before?.text, label);
    }
    if ((after?.text?.length ?? 0) > MOST_CHARACTERS) {
      await this.#subject.call("load_definition", { json: SMALL });
    }
  }

  async #called(name: string, values: Record<string, unknown>, label: string): Promise<Called | undefined> {
    try {
      const called = await this.#subject.call(name, values);
      if (called.isError) this.#refused++;
      else this.#done++;
      return called;
    } catch (error) {
      this.#fault(`${label} ended with ${error}.`);
      return undefined;
    }
  }

  #checkAnswer({ isError, code, text, data }: Called, label: string): void {
    if (text.trim() === "") this.#fault(`${label} answers nothing.`);
    if (!isError && Object.keys(data).length === 0) this.#fault(`${label} has nothing for programs.`);
    if (!isError) return;
    if (code === "defect" || code === undefined) this.#fault(`${label}: ${text}`);
    if (!saysWhatToDo(text)) this.#fault(`${label} does not say what to do: ${text}`);
  }

  /** The active document, as the server names it and the disk has it. */
  async #activeText(): Promise<{ path: string; text: string | undefined } | undefined> {
    const { data, text } = await this.#subject.call("get_project_file", {});
    if (typeof data.path !== "string") {
      this.#fault(`get_project_file gives no path: ${text}`);
      return undefined;
    }
    const content = await Deno.readTextFile(data.path).catch(() => undefined);
    return { path: data.path, text: content };
  }

  #checkDocument(active: { path: string; text: string | undefined } | undefined, label: string): void {
    if (active === undefined) return;
    const { path, text } = active;
    if (!path.startsWith(`${this.#subject.folder}/`)) this.#fault(`${label} led to ${path}.`);
    if (text === undefined || (kindOfPath(path) ?? "machine") !== "machine") return;
    if (machineIn(text) === undefined) this.#fault(`${label} left ${path} broken: ${text.slice(0, 200)}`);
  }

  /** Takes every third change back, which must give the same bytes. */
  async #undo(tool: string, before: string | undefined, label: string): Promise<void> {
    if (before === undefined || this.#random() > 0.33 || tool === "undo" || tool === "redo") return;
    const { isError, text } = await this.#subject.call("undo", {});
    const now = (await this.#activeText())?.text;
    if (isError) this.#fault(`${label} cannot be undone: ${text}`);
    else if (now !== before) this.#fault(`${label} and undo: ${firstDifference(before, now ?? "")}`);
    else this.#undone++;
  }

  #fault(sentence: string): void {
    this.#faults.push(sentence);
  }
}

/** Words that ask the agent to do something, or that tell what there is instead. */
const ADVICE =
  /\b(?:call|give|set|take|say|save|choose|name|mend|leave|send|let|use|write|check|make|move|read it again|must be|needs|one of|there (?:is|are) "|there is nothing to|it has)\b|\b(?:did you mean|its parameters|there is|there are|takes)\b.*[:"]/i;

function saysWhatToDo(text: string): boolean {
  return ADVICE.test(text);
}

function machineIn(text: string | undefined): StateMachineDefinition | undefined {
  try {
    return text === undefined ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}

function firstDifference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return `${JSON.stringify(a.slice(Math.max(at - 40, 0), at + 80))} became ${
    JSON.stringify(b.slice(Math.max(at - 40, 0), at + 80))
  }`;
}
