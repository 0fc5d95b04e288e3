/** What the bridge counts. */
export interface Measure {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  /** The values, each with its labels. */
  readonly values: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

/** A number that only ever grows, by labels. */
export class Counter<Label extends string = never> {
  readonly #name: string;
  readonly #help: string;
  readonly #labels: readonly Label[];
  readonly #values = new Map<string, { labels: Readonly<Record<Label, string>>; value: number }>();

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
    let key = "";
    for (const label of this.#labels) key += `${labels[label]}\n`;
    const found = this.#values.get(key);
    if (found === undefined) this.#values.set(key, { labels, value: by });
    else found.value += by;
  }

  /** What was counted in all. */
  get total(): number {
    return this.#values.values().reduce((sum, { value }) => sum + value, 0);
  }

  /** What was counted so far. */
  measure(): Measure {
    return { name: this.#name, help: this.#help, type: "counter", values: [...this.#values.values()] };
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
