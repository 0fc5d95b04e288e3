/** What the hub counts. */
export interface Measure {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  /** The values, each with its labels. */
  readonly values: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

/** Numbers that only ever grow, by a label. */
export class Counter {
  readonly #name: string;
  readonly #help: string;
  readonly #label: string;
  readonly #values = new Map<string, number>();

  /** A counter whose values are told apart by one label. */
  constructor(name: string, help: string, label: string) {
    this.#name = name;
    this.#help = help;
    this.#label = label;
  }

  /** Counts. The values of the label are words of the program, never what a client says. */
  add(value: string, by = 1): void {
    this.#values.set(value, (this.#values.get(value) ?? 0) + by);
  }

  /** What was counted so far. */
  measure(): Measure {
    const values = [...this.#values].map(([word, value]) => ({ labels: { [this.#label]: word }, value }));
    return { name: this.#name, help: this.#help, type: "counter", values };
  }
}

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
