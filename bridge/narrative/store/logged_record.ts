import type { AnalysisRecord } from "../types.ts";

/** An analysis as JSON holds it: its payload is in base64. */
export type LoggedRecord = Omit<AnalysisRecord, "payload_gzip"> & {
  /** The gzipped JSON payload, in base64. */
  readonly payload_gzip_base64?: string;
};

/** Makes a record ready for JSON. */
export function loggedRecord(whole: AnalysisRecord): LoggedRecord {
  // Few records have a payload; the others need no copy.
  if (whole.payload_gzip === undefined) return whole;
  const { payload_gzip, ...record } = whole;
  return { ...record, payload_gzip_base64: payload_gzip.toBase64() };
}

/** Reads a record back from JSON. */
export function unloggedRecord({ payload_gzip_base64, ...record }: LoggedRecord): AnalysisRecord {
  return payload_gzip_base64 === undefined
    ? record
    : { ...record, payload_gzip: Uint8Array.fromBase64(payload_gzip_base64) };
}
