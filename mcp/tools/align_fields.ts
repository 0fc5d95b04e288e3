/**
 * Gives a value with the fields of its objects in the order that they have in another value, new ones last: the order means
 * nothing to a machine, and should not be told as a difference. Things in lists are known again by their names.
 */
export function alignFields<Value>(value: Value, model: unknown): Value {
  return aligned(value, model) as Value;
}

function aligned(value: unknown, model: unknown): unknown {
  if (typeof value !== "object" || value === null || typeof model !== "object" || model === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return Array.isArray(model)
      ? value.map((item, index) => aligned(item, counterpart(item, index, model)))
      : value;
  }
  if (Array.isArray(model)) return value;
  const own = new Map(Object.entries(value));
  const known = new Map(Object.entries(model));
  const keys = [
    ...Array.from(known.keys()).filter((key) => own.has(key)),
    ...Array.from(own.keys()).filter((key) => !known.has(key)),
  ];
  return Object.fromEntries(keys.map((key) => [key, aligned(own.get(key), known.get(key))]));
}

function counterpart(item: unknown, index: number, list: readonly unknown[]): unknown {
  const name = nameOf(item);
  const atPlace = list[index];
  if (name === undefined || nameOf(atPlace) === name) return atPlace;
  return list.find((one) => nameOf(one) === name);
}

function nameOf(item: unknown): unknown {
  if (typeof item !== "object" || item === null) return undefined;
  const { name, id } = item as Record<string, unknown>;
  return id ?? name;
}
