/**
 * Reads the variables out of an address that fits a template.
 *
 * @param template With variables of the simple kind: `loom://state/{name}`.
 * @returns The variables, decoded; `undefined` when the address does not fit.
 */
export function matchTemplate(template: string, uri: string): Record<string, string> | undefined {
  const names: string[] = [];
  const pattern = template.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    names.push(name);
    return "([^/?#]+)";
  });
  const found = new RegExp(`^${pattern.join("")}$`).exec(uri);
  if (found === null) return undefined;
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]));
  } catch {
    // A broken escape names nothing.
    return undefined;
  }
}
