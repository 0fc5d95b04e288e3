/** Limits of a hub; the limits of single messages are `WIRE_LIMITS`. */
export interface HubLimits {
  /** Connections. */
  readonly clients: number;
  /** Open documents. */
  readonly rooms: number;
  /** Members of one document. */
  readonly membersPerRoom: number;
  /** Messages a second of one connection in the long run; 16 KiB more count as one message more. */
  readonly messagesPerSecond: number;
  /** Messages of one connection in one go. */
  readonly burst: number;
  /** Documents without members that are kept for their unsaved changes. */
  readonly keptRooms: number;
  /** Bytes of a document that grows by changes. */
  readonly documentBytes: number;
  /** Bytes that wait for one connection to read them. */
  readonly unreadBytes: number;
  /** Milliseconds without traffic after which a connection ends, also one with half a request; WebSockets have pings instead. */
  readonly idle: number;
}

/** The default limits. */
export const HUB_LIMITS: HubLimits = {
  clients: 5_000,
  rooms: 20_000,
  membersPerRoom: 1_000,
  messagesPerSecond: 200,
  burst: 1_000,
  keptRooms: 1_000,
  documentBytes: 32 * 1024 * 1024,
  unreadBytes: 64 * 1024 * 1024,
  // A long poll takes up to 25 s.
  idle: 60_000,
};
