/**
 * The resources, one row each. All are about the active document of the session, and change whoever
 * changes it.
 *
 * @module
 */
import { LOOM_KINDS } from "@loom/engine/kinds";
import type { KindTable } from "@loom/protocol";
import type { ResourceRow, ResourceTemplateRow } from "../server/parts.ts";
import { DEFINITION, documentsOf } from "./documents.ts";
import { ELEMENTS } from "./elements.ts";
import { MADE_RESOURCES } from "./made.ts";

/** The resources that have an address of their own, for the kinds of a table. */
export function resourcesOf(kinds: KindTable = LOOM_KINDS): readonly ResourceRow[] {
  return [DEFINITION, ...documentsOf(kinds), ...MADE_RESOURCES];
}

/** The resources of the loom's kinds. */
export const RESOURCES: readonly ResourceRow[] = resourcesOf();

/** The resources that are named by a template. */
export const RESOURCE_TEMPLATES: readonly ResourceTemplateRow[] = ELEMENTS;
