import { defineMember } from "../expression/assign.ts";
import { isWithinReach } from "../expression/reach.ts";
import type { ContextOptions } from "./context.ts";

/** Options of a generated context whose data is declared: the data may lack members, which begin as declared. */
export type DataOptions<Data extends object, Functions = unknown, Tasks = unknown> =
  & Omit<ContextOptions<Data>, "data">
  & {
    /** The data of guards and actions, read live. */
    data?: Partial<Data>;
    /** The functions that they call. */
    functions?: Partial<Functions>;
    /** The tasks that states invoke. */
    tasks?: Partial<Tasks>;
  };

/**
 * Gives a host's data the members that it lacks. Data that cannot grow stays as it is.
 *
 * @returns The same data.
 */
export function addMissing<Data extends object>(data: Partial<Data>, initial: object): Data {
  if (!Object.isExtensible(data)) return data as Data;
  for (const [name, value] of Object.entries(initial)) {
    if (!Object.hasOwn(data, name) && !isWithinReach(data, name)) defineMember(data, name, value);
  }
  return data as Data;
}

/**
 * The options of a context whose data is declared.
 *
 * @param options The options of the host.
 * @param initial The declared first values, in new objects.
 */
export function withInitial<Data extends object>(
  options: DataOptions<Data>,
  initial: object,
): ContextOptions<Data> {
  return { ...options, data: addMissing(options.data ?? {}, initial) };
}
