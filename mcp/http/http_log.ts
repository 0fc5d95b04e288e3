/** Something that happened. Secrets and documents never get in here. */
export interface HttpLogEntry {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
}

/** Takes what happens. */
export type HttpLog = (entry: HttpLogEntry) => void;
