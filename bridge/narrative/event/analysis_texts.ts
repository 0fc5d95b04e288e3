import type { AnalysisRecord } from "../types.ts";

/** The large parts of a record as JSON. Who has written them already hands them over with the record. */
export interface AnalysisTexts {
  /** Its `facts`. */
  readonly facts: string;
  /** Its `analysis`. */
  readonly analysis: string;
}

/** Writes the large parts of a record. */
export function textsOf({ facts, analysis }: AnalysisRecord): AnalysisTexts {
  return { facts: JSON.stringify(facts), analysis: JSON.stringify(analysis) };
}
