/**
 * How generated code spells the names of a definition.
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

/** Whether the name can stand in source code of either target as it is. */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || /^[\p{ID_Start}_]\p{ID_Continue}*$/u.test(name);
}

const PYTHON_WORDS: ReadonlySet<string> = new Set(
  ("and as assert async await break class continue def del elif else except finally for from global if import in is " +
    "lambda nonlocal not or pass raise return self try while with yield").split(" "),
);

const TYPESCRIPT_WORDS: ReadonlySet<string> = new Set(
  ("await break case catch class const continue debugger default delete do else enum export extends false finally " +
    "for function if implements import in instanceof interface let new null package private protected public return " +
    "static super switch this throw true try typeof var void while with yield").split(" "),
);

/** Whether Python gives the word a meaning of its own; generated methods and parameters cannot have it. */
export function isPythonWord(word: string): boolean {
  return PYTHON_WORDS.has(word);
}

/** Whether one of the targets gives the word a meaning of its own; generated parameters and fields cannot have it. */
export function isReservedWord(word: string): boolean {
  return PYTHON_WORDS.has(word) || TYPESCRIPT_WORDS.has(word);
}
