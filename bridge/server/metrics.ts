/** A measured quantity with its values. */
export interface Measure {
  /** The name, such as `loom_hub_rooms`. */
  readonly name: string;
  /** A sentence for people. */
  readonly help: string;
  /** A counter only grows. */
  readonly type: "counter" | "gauge";
  /** One value for each combination of labels. */
  readonly values: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

interface Counted<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  value: number;
}

/** A tree with one level per label: finding a value allocates nothing. */
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

/** A number that only grows, one for each combination of label values. */
export class Counter<Label extends string = never> {
  readonly #name: string;
  readonly #help: string;
  readonly #labels: readonly Label[];
  readonly #values: Counted<Label>[] = [];
  readonly #root: Branch<Label> = { below: new Map() };

  /** Makes a counter with the names of its labels; without labels it starts at 0. */
  constructor(name: string, help: string, ...labels: readonly Label[]) {
    this.#name = name;
    this.#help = help;
    this.#labels = labels;
    // Without labels the empty record is complete.
    if (labels.length === 0) this.add({} as Readonly<Record<Label, string>>, 0);
  }

  /** Adds to the count. Label values are words of the program, never text of a client. */
  add(labels: Readonly<Record<Label, string>>, by = 1): void {
    let branch = this.#root;
    for (const label of this.#labels) branch = below(branch, labels[label]);
    if (branch.counted === undefined) this.#values.push(branch.counted = { labels, value: 0 });
    branch.counted.value += by;
  }

  /** The sum over all labels. */
  get total(): number {
    return this.#values.reduce((sum, { value }) => sum + value, 0);
  }

  /** The values so far. */
  measure(): Measure {
    return { name: this.#name, help: this.#help, type: "counter", values: [...this.#values] };
  }
}

/** The present value of a number that goes up and down. */
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
