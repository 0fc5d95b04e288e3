/** Bounds of what a hub takes on; the bounds of single messages are `WIRE_LIMITS`. */
export interface HubLimits {
  /** Connections at once. */
  readonly clients: number;
  /** Documents at once. */
  readonly rooms: number;
  /** Who takes part in one document. */
  readonly membersPerRoom: number;
  /** Messages a second of one connection in the long run; 16 KiB more count as one message more. */
  readonly messagesPerSecond: number;
  /** Messages of one connection in one go. */
  readonly burst: number;
  /** Documents with unsaved changes that are kept though nobody is there. */
  readonly keptRooms: number;
  /** Bytes of a document that grows by what it gets. */
  readonly documentBytes: number;
  /** Bytes that wait for one connection to read them. */
  readonly unreadBytes: number;
}

/** The bounds of a hub that sets none. */
export const HUB_LIMITS: HubLimits = {
  clients: 5_000,
  rooms: 20_000,
  membersPerRoom: 1_000,
  messagesPerSecond: 200,
  burst: 1_000,
  keptRooms: 1_000,
  documentBytes: 32 * 1024 * 1024,
  unreadBytes: 64 * 1024 * 1024,
};
