/**
 * Reading words and writing sentences: without the kinds of documents, so that it loads at once.
 *
 * @module
 */
export { commandWords } from "./command.ts";
export { envAlias } from "./env.ts";
export { LoomError } from "./error.ts";
export { itemType, parseType } from "./shape/type_expression.ts";
export { didYouMean } from "./suggest.ts";
export { displayWidth, elide, oneLine, wrapWords } from "./text/terminal_text.ts";
