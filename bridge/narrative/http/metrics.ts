/** What the bridge counts. */
export interface Measure {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  /** The values, each with its labels. */
  readonly values: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

interface Counted<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  value: number;
}

/** What was counted under the first labels, by the next one: no text is made to find it. */
interface Branch<Label extends string> {
  readonly below: Map<string, Branch<Label>>;
  counted?: Counted<Label>;
}

function below<Label extends string>(branch: Branch<Label>, value: string): Branch<Label> {
  const known = branch.below.get(value);
  if (known !== undefined) return known;
  const made = { below: new Map() };
  branch.below.set(value, made);
  return made;
}

/** A number that only ever grows, by labels. */
export class Counter<Label extends string = never> {
  readonly #name: string;
  readonly #help: string;
  readonly #labels: readonly Label[];
  readonly #values: Counted<Label>[] = [];
  readonly #root: Branch<Label> = { below: new Map() };

  /** A counter whose values are told apart by labels; without any it begins with 0. */
  constructor(name: string, help: string, ...labels: readonly Label[]) {
    this.#name = name;
    this.#help = help;
    this.#labels = labels;
    // With no label there is nothing to tell apart, so the empty record fits.
    if (labels.length === 0) this.add({} as Readonly<Record<Label, string>>, 0);
  }

  /** Counts. The values of labels are words of the program, never what a client says. */
  add(labels: Readonly<Record<Label, string>>, by = 1): void {
    let branch = this.#root;
    for (const label of this.#labels) branch = below(branch, labels[label]);
    if (branch.counted === undefined) this.#values.push(branch.counted = { labels, value: 0 });
    branch.counted.value += by;
  }

  /** What was counted in all. */
  get total(): number {
    return this.#values.reduce((sum, { value }) => sum + value, 0);
  }

  /** What was counted so far. */
  measure(): Measure {
    return { name: this.#name, help: this.#help, type: "counter", values: [...this.#values] };
  }
}

/** A number that goes up and down. */
export function gauge(name: string, help: string, value: number): Measure {
  return { name, help, type: "gauge", values: [{ labels: {}, value }] };
}

/** The media type of {@linkcode metricsText}. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** The text format of Prometheus, version 0.0.4. */
export function metricsText(measures: readonly Measure[]): string {
  return measures.map(({ name, help, type, values }) => {
    const lines = values.map(({ labels, value }) => `${name}${labelText(labels)} ${value}\n`);
    return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
  }).join("");
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
}
