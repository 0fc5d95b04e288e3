import type { JsonObject } from "@loom/protocol";

/** The examples of one type of event. */
interface ExampleGroup {
  readonly name: string;
  readonly examples: readonly JsonObject[];
}

/** The forge's own examples of its events, as they are published for tests; loaded untyped, for their exact type is of no use. */
const { default: groups } = await import(examplesModule(), { with: { type: "json" } }) as {
  default: readonly ExampleGroup[];
};

/** An example and the type of event that it is one of. */
export interface Example {
  /** Such as `issues`. */
  readonly type: string;
  /** The payload. */
  readonly payload: JsonObject;
}

/** All examples. */
export const EXAMPLES: readonly Example[] = groups.flatMap(({ name, examples }) =>
  examples.map((payload) => ({ type: name, payload }))
);

/** A copy of one example of a type. */
export function example(type: string, at: number): JsonObject {
  const payload = groups.find(({ name }) => name === type)?.examples[at];
  if (payload === undefined) throw new Error(`There is no example ${at} of ${type}.`);
  return structuredClone(payload);
}

/** A specifier that the compiler does not follow. */
function examplesModule(): string {
  return "@octokit/webhooks-examples";
}
