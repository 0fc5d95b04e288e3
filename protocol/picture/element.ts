import { decimal } from "./number.ts";
import { xmlText } from "./xml_text.ts";

/** The attributes of an element; those that are `undefined` are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/**
 * Writes an XML element.
 *
 * @param name The name.
 * @param attributes The attributes; texts are escaped, numbers rounded to 2 decimals.
 * @param content What is inside, as XML: escape texts with {@linkcode xmlText}.
 */
export function element(name: string, attributes: Attributes, content: string = ""): string {
  let head = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    head += ` ${key}="${typeof value === "number" ? decimal(value) : xmlText(value)}"`;
  }
  return content === "" ? `${head}/>` : `${head}>${content}</${name}>`;
}
