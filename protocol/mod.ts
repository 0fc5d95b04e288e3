/**
 * The loom's foundation: documents as plain JSON values, and what every surface does with them. Nothing here
 * touches files, sockets or the clock, and it runs in a browser as it is.
 *
 * - **Documents**: {@linkcode parseJsonText}, {@linkcode locate}, {@linkcode DOCUMENT_KINDS},
 *   {@linkcode unwrapDefinition}, {@linkcode checkShape}, {@linkcode toJsonSchema}, {@linkcode Finding}.
 * - **Machines**: their types ({@linkcode StateMachineDefinition}), their patch operations
 *   ({@linkcode MachineOp}) and their drawings ({@linkcode renderAscii}, {@linkcode renderMermaid}).
 * - **Names and marks**: {@linkcode hashDef}, {@linkcode colorFor}, {@linkcode diagramFileName},
 *   {@linkcode envAlias}, {@linkcode collectNotes}, {@linkcode didYouMean}.
 *
 * @example
 * ```ts
 * import { checkShape, MACHINE_SHAPE, parseJsonText, unwrapDefinition } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 *
 * const document = parseJsonText('{"settings": {"namespace": "n", "asynchronous": false}, "events": [], "state": {}}');
 * const issues = checkShape(MACHINE_SHAPE, "StateMachineDefinition", unwrapDefinition(document));
 * assertEquals(issues.map((issue) => `${issue.path} ${issue.kind} ${issue.field}`), ["/state missing name"]);
 * ```
 *
 * @module
 */
export * from "./display_width.ts";
export * from "./env.ts";
export * from "./error.ts";
export * from "./export_name.ts";
export * from "./finding.ts";
export * from "./hash.ts";
export { cloneJson } from "./json/clone.ts";
export { equalJson } from "./json/equal.ts";
export * from "./json/locate.ts";
export * from "./json/parse_json.ts";
export * from "./json/pointer.ts";
export { positionAt, type TextPosition } from "./json/position.ts";
export * from "./json/value.ts";
export * from "./kinds.ts";
export * from "./machine/ascii.ts";
export * from "./machine/mermaid.ts";
export * from "./machine/op_shape.ts";
export type * from "./machine/ops.ts";
export { applyPatchOps } from "./machine/patch/apply.ts";
export { diffDefinition, emptyDefinition } from "./machine/patch/diff.ts";
export {
  PatchError,
  type PatchErrorCode,
  type PatchErrorPlace,
  type PatchErrorReason,
} from "./machine/patch/error.ts";
export { invertOp, invertOps } from "./machine/patch/invert.ts";
export { parseMachineOps } from "./machine/patch/parse.ts";
export * from "./machine/shape.ts";
export * from "./machine/tree.ts";
export type * from "./machine/types.ts";
export * from "./notes.ts";
export * from "./one_line.ts";
export * from "./presence_color.ts";
export * from "./shape/check.ts";
export type { ShapeIssue } from "./shape/issue.ts";
export * from "./shape/json_schema.ts";
export * from "./shape/shape.ts";
export { parseType, type Primitive, type TypeExpression } from "./shape/type_expression.ts";
export * from "./suggest.ts";
