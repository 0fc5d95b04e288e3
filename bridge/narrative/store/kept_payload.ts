import type { AnalysisRecord } from "../types.ts";

/** The record with the payload that was kept of the same event before, where it brings none: what was kept stays. */
export function withKeptPayload(record: AnalysisRecord, before: AnalysisRecord | undefined): AnalysisRecord {
  const { payload_gzip, payload_sha256 } = before ?? {};
  if (record.payload_gzip !== undefined || payload_gzip === undefined) return record;
  return { ...record, payload_gzip, ...(payload_sha256 === undefined ? {} : { payload_sha256 }) };
}
