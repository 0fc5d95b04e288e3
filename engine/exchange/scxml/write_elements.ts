/** An element to write: its name, attributes and content. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly content: readonly (Element | string)[];
}

/** Makes an element. */
export function element(
  name: string,
  attributes: Element["attributes"] = {},
  content: readonly (Element | string)[] = [],
): Element {
  return { name, attributes, content };
}

/** Adds the lines of an element. */
export function printElement(lines: string[], indent: string, { name, attributes, content }: Element): void {
  const texts = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(String(value))}"`]
  );
  const tag = `${name}${texts.join("")}`;
  if (content.length === 0) return void lines.push(`${indent}<${tag}/>`);
  lines.push(`${indent}<${tag}>`);
  for (const part of content) {
    if (typeof part !== "string") printElement(lines, `${indent}  `, part);
    else for (const line of part.split("\n")) lines.push(`${indent}  ${escaped(line)}`);
  }
  lines.push(`${indent}</${name}>`);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(
    '"',
    "&quot;",
  )
    .replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}
