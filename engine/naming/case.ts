/**
 * Names of a definition as generated code spells them.
 *
 * @module
 */

/** `HTTPRequest2Go` becomes `http_request2_go`; other characters than letters stay. */
export function snakeCase(name: string): string {
  return name
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase();
}

/** `http_request2_go` becomes `httpRequest2Go`; an underscore before anything but a lower-case letter stays. */
export function camelCase(snake: string): string {
  return snake.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `http_request2_go` becomes `HttpRequest2Go`. */
export function pascalCase(snake: string): string {
  const camel = camelCase(snake);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

/** A state's part of a class name: without `_`, `-` and spaces, case kept. */
export function classPart(name: string): string {
  return name.replace(/[-_ ]/g, "");
}

/** A name from a document, quoted, and cut when it is long. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > 80 ? name.slice(0, 79) + "…" : name);
}
