/** Functions that written code brings along when it needs them: what the language of machines has and JavaScript has not. */
export const HELPERS: Readonly<Record<string, string>> = {
  find: `/** A member of the event, else of the context, else null. */
function find({ context, event }: { context: object; event: object }, name: string): any {
  const owner: any = [event, context].find((one) => Object.hasOwn(one, name));
  return owner?.[name] ?? null;
}`,
  isTrue: `/** False are null, false, 0, "", an empty list and an empty object. */
function isTrue(value: any): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value !== "object" || value === null) return Boolean(value);
  return Object.getPrototypeOf(value) !== Object.prototype || Object.keys(value).length > 0;
}`,
  isEqual: `/** Equality of values, of lists and plain objects by content. */
function isEqual(one: any, other: any): boolean {
  if (one === other || (one ?? null) === (other ?? null)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isEqual(one[key], other[key]));
}`,
  isIn: `/** True for an item of a list, a part of a text, a key of an object. */
function isIn(item: any, collection: any): boolean {
  if (Array.isArray(collection)) return collection.some((one) => isEqual(one, item));
  if (typeof collection === "string") return collection.includes(item);
  return Object.hasOwn(collection ?? {}, item);
}`,
  modulo: `/** The remainder with the sign of the divisor. */
function modulo(value: number, divisor: number): number {
  return value - divisor * Math.floor(value / divisor);
}`,
  changed: `/** A copy of a value in which the member at the end of a path is another. */
function changed(value: any, path: readonly (string | number)[], to: unknown): any {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  const copy: any = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = changed(value?.[key], rest, to);
  return copy;
}`,
};
