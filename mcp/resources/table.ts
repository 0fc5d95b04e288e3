/**
 * The resources, one row each. All are about the active document of the session, and are told to change whoever
 * changes it.
 *
 * @module
 */
import type { ResourceRow, ResourceTemplateRow } from "../server/parts.ts";
import { DEFINITION, DOCUMENTS } from "./documents.ts";
import { ELEMENTS } from "./elements.ts";
import { MACHINE_RESOURCES } from "./machine.ts";

/** The resources that have an address of their own. */
export const RESOURCES: readonly ResourceRow[] = [DEFINITION, ...DOCUMENTS, ...MACHINE_RESOURCES];

/** The resources that are named by a template. */
export const RESOURCE_TEMPLATES: readonly ResourceTemplateRow[] = ELEMENTS;
