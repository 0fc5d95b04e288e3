/**
 * The loom's foundation: documents as plain JSON values, and what every surface does with them. Nothing here
 * touches files, sockets or the clock, and it runs in a browser as it is.
 *
 * - **Documents**: {@linkcode parseJsonText}, {@linkcode locate}, {@linkcode DOCUMENT_KINDS},
 *   {@linkcode unwrapDefinition}, {@linkcode checkShape}, {@linkcode toJsonSchema}, {@linkcode Finding}.
 * - **Machines**: their types ({@linkcode StateMachineDefinition}), their patch operations
 *   ({@linkcode MachineOp}) and their drawings ({@linkcode renderAscii}, {@linkcode renderAsciiBoxes},
 *   {@linkcode renderMermaid}).
 * - **Canvases**: curves ({@linkcode routeEdges}), chips ({@linkcode placeLabels}), marks of events
 *   ({@linkcode eventGlyph}) and the arithmetic of viewports ({@linkcode zoomAt}, {@linkcode fitToBoxes}).
 * - **Messages** between clients and hub: their names ({@linkcode EV}, {@linkcode WIRE_EVENTS}), types, bounds
 *   ({@linkcode WIRE_LIMITS}) and parsers, such as {@linkcode parseJoinRequest}.
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
export {
  type Arrangement,
  arrangementText,
  type KeptPicture,
  NO_ARRANGEMENT,
  pictureIn,
  type Place,
  type Places,
  readArrangement,
  withPicture,
} from "./arrangement/arrangement.ts";
export {
  boxesById,
  keysOf,
  linesById,
  type Placeable,
  placesById,
  placesInside,
} from "./arrangement/element_keys.ts";
export {
  followArrangement,
  type FollowedEdit,
  type ListPlaceables,
} from "./arrangement/follow_arrangement.ts";
export { type ArrangementPatch, parseArrangementPatch, patchArrangement } from "./arrangement/arrangement.ts";
export {
  type ArrangedStyle,
  arrangedStyle,
  completeArrangement,
  renewedArrangement,
  type ShapeStyle,
} from "./arrangement/arranged_style.ts";
export { changesOf, type ChangesSource } from "./change/changes.ts";
export {
  PatchError,
  type PatchErrorCode,
  type PatchErrorPlace,
  type PatchErrorReason,
} from "./change/error.ts";
export { changedText, named, type OpLine, placeText } from "./change/line.ts";
export {
  type ListMember,
  type MemberModel,
  type Members,
  type Model,
  type PartModel,
  sameMembers,
  type SpaceModel,
  type Trait,
} from "./change/model.ts";
export { ownIdOf } from "./change/own_id.ts";
export type { Gone } from "./change/rebase/context.ts";
export type { Overwritten, RebaseConflict } from "./change/rebase/rebase.ts";
export type { Ancestry, ListPosition, ListRef, Names, OpContext } from "./change/rebase/target.ts";
export {
  type ListChoice,
  type OpRow,
  opShapes,
  type PlaceSpec,
  type TargetSpec,
  type Verb,
} from "./change/row.ts";
export * from "./command.ts";
export * from "./duration.ts";
export * from "./env.ts";
export { ERD_RULES, type ErdRule, validateErd } from "./erd/rules/rules.ts";
export { ERD_CARDINALITIES } from "./erd/rules/survey.ts";
export type { LeftOut, WrittenText } from "./left_out.ts";
export { renderErdAscii } from "./erd/ascii.ts";
export { ERD_COMMANDS } from "./erd/command/commands.ts";
export { drawErd } from "./erd/draw/draw_erd.ts";
export type * from "./erd/draw/erd_drawing.ts";
export {
  type AttributeReference,
  attributesOf,
  type EndNumbers,
  endsOf,
  entitiesOf,
  namesIn,
  parseReference,
  relationshipsOf,
  stateOfList,
} from "./erd/lookup.ts";
export {
  DIAGRAM_FORMATS,
  type DiagramFormat,
  type DiagramFormatRow,
  type DiagramWriter,
  type DiagramWriters,
} from "./diagram/format.ts";
export type * from "./diagram/graph.ts";
export { readDbml } from "./erd/exchange/dbml/read_dbml.ts";
export { writeErdJsonSchema } from "./erd/exchange/json_schema.ts";
export { isErDiagram, readErdMermaid } from "./erd/exchange/mermaid/read_mermaid.ts";
export { writeErdTypeScript } from "./erd/exchange/typescript.ts";
export { writeErdMermaid } from "./erd/exchange/mermaid/write_mermaid.ts";
export { writeDbml } from "./erd/exchange/dbml/write_dbml.ts";
export { guessDialect, SQL_DIALECT_NAMES, type SqlDialect } from "./erd/exchange/sql/dialect.ts";
export { readDdl, type SqlReader, sqlReader } from "./erd/exchange/sql/reader.ts";
export { documentType as sqlTypeWord } from "./erd/exchange/sql/document_type.ts";
export { readSqlExpression, type SqlExpression } from "./erd/exchange/sql/read_expression.ts";
export type {
  ColumnDraft as SqlColumnDraft,
  KeyDraft as SqlKeyDraft,
  ReferenceDraft as SqlReferenceDraft,
  SqlName,
  SqlTables,
  TableDraft as SqlTableDraft,
} from "./erd/exchange/sql/schema_builder.ts";
export type { SqlAside, SqlStatement } from "./erd/exchange/sql/statements.ts";
export type { SqlToken } from "./erd/exchange/sql/tokens.ts";
export { writeSql } from "./erd/exchange/sql/write_sql.ts";
export { EDITED_ERD_KIND } from "./erd/edited_kind.ts";
export { ERD_KIND } from "./erd/kind.ts";
export { renderMermaidEr } from "./erd/mermaid.ts";
export type * from "./erd/ops.ts";
export { ERD_SHAPE } from "./erd/shape.ts";
export { ERD_NOTATIONS, type ErdNotation, type ErdSvgOptions, renderErdSvg } from "./erd/svg/render_svg.ts";
export type * from "./erd/types.ts";
export * from "./error.ts";
export * from "./file_name.ts";
export * from "./finding.ts";
export * from "./document_findings.ts";
export * from "./finding_changes.ts";
export * from "./rule_settings.ts";
export * from "./change/edit_history.ts";
export * from "./change/fork.ts";
export * from "./change/rollback.ts";
export * from "./change/saved_history.ts";
export * from "./document_source.ts";
export { type Box, type Insets, type LayoutBox, overlaps, type Point, type Size } from "./geometry/box.ts";
export * from "./geometry/chip.ts";
export * from "./geometry/edge_curve.ts";
export * from "./geometry/event_glyph.ts";
export {
  ALL_GLYPHS,
  type Glyph,
  GLYPH_VOCABULARY,
  type GlyphCircle,
  type GlyphId,
} from "./geometry/glyph.ts";
export * from "./geometry/place_labels.ts";
export * from "./geometry/ports.ts";
export * from "./geometry/route_edges.ts";
export * from "./geometry/viewport.ts";
export * from "./hash.ts";
export { cloneJson } from "./json/clone.ts";
export { equalJson } from "./json/equal.ts";
export { type InexactNumber, inexactNumbers, isExactNumber } from "./json/exact_numbers.ts";
export { formatJson } from "./json/format_json.ts";
export * from "./json/locate.ts";
export * from "./json/parse_json.ts";
export * from "./json/pointer.ts";
export {
  REPEATED_KEY_RULE,
  type RepeatedKey,
  repeatedKeyFindings,
  repeatedKeys,
} from "./json/repeated_keys.ts";
export { positionAt, type TextPosition } from "./json/position.ts";
export * from "./json/value.ts";
export type * from "./kind.ts";
export * from "./kinds.ts";
export type * from "./layout/graph/graph.ts";
export { LayoutError } from "./layout/graph/hierarchy.ts";
export {
  type DrawnBefore,
  type DrawnLine,
  type DrawnNow,
  routesOfLines,
} from "./layout/incremental/drawn_lines.ts";
export { layoutGraph } from "./layout/layout_graph.ts";
export type { Fit } from "./layout/options.ts";
export {
  type FlowDirection,
  LAYOUT_DEFAULTS,
  type LayoutOptions,
  type LayoutSettings,
  type LineShape,
} from "./layout/options.ts";
export { fitOf } from "./picture/fit.ts";
export {
  elementKey,
  type ElementMark,
  type OverlayMark,
  type OverlayTransition,
  type PictureOverlay,
} from "./picture/overlay.ts";
export {
  type ElementsOf,
  findingsOverlay,
  markedElements,
  versionOverlays,
} from "./picture/element_marks.ts";
export { drawVersions } from "./arrangement/side_by_side.ts";
export { arrangedMachine, type ArrangedMachineOptions } from "./machine/part/arranged_machine.ts";
export { type ComparedMachine, compareMachines } from "./machine/part/compare_machines.ts";
export { type MachinePart, partOfMachine } from "./machine/part/part_of_machine.ts";
export {
  listOf,
  PICTURE_OPTIONS,
  type PictureOption,
  type PictureOptionStyle,
  pictureStyle,
  type PictureValues,
  pictureValues,
  queryPictureValues,
  showsFindings,
} from "./picture/options.ts";
export { readTriggerText, triggerText } from "./machine/outline.ts";
export * from "./machine/ascii/render_ascii.ts";
export * from "./machine/ascii/boxes/render_ascii_boxes.ts";
export { autoLayout, type AutoLayoutOptions } from "./machine/draw/auto_layout.ts";
export { drawMachine } from "./machine/draw/draw_machine.ts";
export type { DrawingOptions, LineStyle } from "./machine/draw/redraw_machine.ts";
export type { LabelWords } from "./machine/draw/typeface.ts";
export type * from "./machine/draw/machine_drawing.ts";
export type { DrawnText } from "./picture/drawn_text.ts";
export { AUTO_LAYOUT_DEFAULTS, type AutoLayoutSettings } from "./machine/draw/spacing.ts";
export { type DataNames, renameData } from "./machine/data_names.ts";
export * from "./machine/command/actions.ts";
export type { MachineCommand } from "./machine/command/checks.ts";
export { MACHINE_COMMANDS } from "./machine/command/commands.ts";
export * from "./machine/command/data.ts";
export * from "./machine/command/events.ts";
export * from "./field_changes.ts";
export * from "./machine/command/parallel.ts";
export * from "./machine/command/settings.ts";
export * from "./machine/command/states.ts";
export * from "./machine/command/transitions.ts";
export * from "./machine/element.ts";
export { EDITED_MACHINE_KIND } from "./machine/edited_kind.ts";
export { MACHINE_KIND } from "./machine/kind.ts";
export { byName, type Located, located, textOf as textOrEmpty } from "./located.ts";
export * from "./machine/lookup.ts";
export { writeMachineD2 } from "./machine/d2/write_d2.ts";
export { writeMachineDot } from "./machine/dot/write_dot.ts";
export { writeMachineDrawio } from "./machine/drawio/write_drawio.ts";
export { writeMachinePlantUml } from "./machine/plantuml/write_plantuml.ts";
export { isPlantUmlMachine } from "./diagram/plantuml_lines.ts";
export { readMachinePlantUml } from "./machine/plantuml/read_plantuml.ts";
export { leftOutOfMermaid } from "./machine/mermaid/left_out.ts";
export * from "./machine/mermaid/render_mermaid.ts";
export { isMermaidText } from "./machine/mermaid/import/find_diagram.ts";
export { type MermaidErrorCode, MermaidSyntaxError } from "./machine/mermaid/import/error.ts";
export {
  type MermaidImport,
  parseMermaid,
  type ParseMermaidOptions,
} from "./machine/mermaid/import/parse_mermaid.ts";
export type { MermaidRemark, MermaidRemarkCode } from "./machine/mermaid/import/remarks.ts";

export type * from "./machine/ops.ts";
export {
  applyPatchOps,
  diffDefinition,
  emptyDefinition,
  goneNames,
  invertOp,
  invertOps,
  MACHINE_CHANGES,
  MACHINE_OP_SHAPE,
  opLine,
  parseMachineOps,
  rebaseOps,
} from "./machine/patch.ts";
export * from "./machine/shape.ts";
export { type DrawingLook, renderDrawing, renderSvg, type SvgOptions } from "./machine/svg/render_svg.ts";
export { actionText, transitionText } from "./machine/text.ts";
export * from "./machine/tree.ts";
export type * from "./machine/types.ts";
export * from "./notes.ts";
export type { PictureTheme } from "./picture/palette.ts";
export * from "./picture/theme.ts";
export * from "./presence_color.ts";
export * from "./refusal.ts";
export { renderSequenceAscii } from "./sequence/ascii.ts";
export { SEQUENCE_COMMANDS } from "./sequence/command/commands.ts";
export { drawSequence } from "./sequence/draw/draw_sequence.ts";
export type * from "./sequence/draw/sequence_drawing.ts";
export { isSequenceDiagram, readSequenceMermaid } from "./sequence/exchange/read_mermaid.ts";
export { isPlantUmlSequence, readSequencePlantUml } from "./sequence/exchange/read_plantuml.ts";
export { isTraces, readTraces } from "./sequence/exchange/read_traces.ts";
export { writeSequenceMermaid } from "./sequence/exchange/write_mermaid.ts";
export { EDITED_SEQUENCE_KIND } from "./sequence/edited_kind.ts";
export { SEQUENCE_KIND } from "./sequence/kind.ts";
export * from "./sequence/lookup.ts";
export { renderMermaidSequence } from "./sequence/mermaid.ts";
export type * from "./sequence/ops.ts";
export { SEQUENCE_RULES, type SequenceRule, validateSequence } from "./sequence/rules/rules.ts";
export { FRAGMENT_KINDS, SEQUENCE_SHAPE } from "./sequence/shape.ts";
export {
  AS_WRITTEN,
  type FrameStep,
  type MessageStep,
  type Operand,
  type Step,
  stepsOf,
} from "./sequence/steps.ts";
export { renderSequenceSvg, type SequenceSvgOptions } from "./sequence/svg/render_svg.ts";
export type * from "./sequence/types.ts";
export * from "./shape/check.ts";
export type { ShapeIssue } from "./shape/issue.ts";
export * from "./shape/json_schema.ts";
export * from "./shape/shape.ts";
export { itemType, parseType, type Primitive, type TypeExpression } from "./shape/type_expression.ts";
export * from "./suggest.ts";
export {
  MOST_COMBINATIONS,
  type PathKind,
  type PathMessage,
  type ScenarioPath,
  type ScenarioPaths,
  scenarioPaths,
} from "./sequence/paths.ts";
export { renderSystemAscii } from "./system/ascii.ts";
export { actorsOf, type Located as SystemPart, membersOf, systemName } from "./system/lookup.ts";
export { SYSTEM_COMMANDS } from "./system/command/commands.ts";
export { type ActorPill, drawSystemMap, type MemberCard, type SystemMap } from "./system/draw/draw_map.ts";
export type { DrawnLink } from "./system/draw/draw_links.ts";
export { EDITED_SYSTEM_KIND } from "./system/edited_kind.ts";
export { SYSTEM_KIND } from "./system/kind.ts";
export { MEMBER_KINDS, type MemberKind, memberKindOfPath, memberTitle } from "./system/member_kind.ts";
export { relativeMemberPath, resolveMemberPath } from "./system/member_path.ts";
export { renderMermaidSystem } from "./system/mermaid.ts";
export type * from "./system/ops.ts";
export { SYSTEM_RULES, type SystemRule, validateSystem } from "./system/rules.ts";
export { SYSTEM_ACTOR_KINDS, SYSTEM_SHAPE } from "./system/shape.ts";
export { renderSystemSvg, type SystemSvgOptions } from "./system/svg/render_svg.ts";
export type * from "./system/types.ts";
export {
  isReconcileMode,
  RECONCILE_MODES,
  type ReconcileMode,
  reconcileModeOf,
} from "./system/reconcile_mode.ts";
export type { FontWeight } from "./text/character.ts";
export * from "./text/measure_text.ts";
export { counted, pluralOf } from "./text/plural.ts";
export * from "./text/terminal_text.ts";
export * from "./wire/error_code.ts";
export * from "./wire/event_names.ts";
export * from "./wire/events.ts";
export * from "./wire/limits.ts";
export * from "./wire/parse_inbound.ts";
export * from "./wire/parse_outbound.ts";
export type { Parsed, WireParser } from "./wire/parser.ts";
export * from "./wire/role.ts";
export type * from "./wire/types.ts";
