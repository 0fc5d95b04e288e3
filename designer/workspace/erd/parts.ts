import type { KindParts } from "../kind_parts.ts";
import { EntityParts } from "./entity_parts.tsx";

/** The properties that only entity-relationship diagrams have. */
export const PARTS: KindParts = { element: { entity: EntityParts }, Document: undefined, Run: undefined };
