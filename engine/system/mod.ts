/**
 * Systems of documents: checks, and the links between them. Nothing here reads files.
 *
 * @module
 */
export { checkSystem, memberPaths, type SystemCheck, type SystemCheckOptions } from "./check_system.ts";
export { elementFocus, type Focus, FOCUS_KINDS, type FocusKind, parseFocus } from "./focus.ts";
export { guardFields } from "./guard_fields.ts";
export { docKindOfContent, type LoadedMember, systemDocuments } from "./member.ts";
export type { MemberReplay } from "./rule.ts";
export type { SystemFinding } from "./rule.ts";
export { LINK_RULES } from "./rules.ts";
export { type LinkEnd, linksOf, type SystemLink, systemLinks } from "./links.ts";
export { formatSystemCheck, type SystemCheckText } from "./text.ts";
export { type DocumentOps, planRename, type SystemRename } from "./rename.ts";
export { RENAMED_WORDS, type RenamedWord } from "./rename_rows.ts";
export { linkCounts } from "./links.ts";
