import type { FileNotice, FullEnvelope, LivePresence, PatchEnvelope, ViewEnvelope } from "@loom/protocol";
import type { BridgeDocument, WrittenChange } from "@loom/hub/client";

/** The state of a document at a hub. */
export interface HubListener {
  /** This client takes part, at first or again. */
  readonly onJoined?: (joined: JoinedHub) => void;
  /** The connection is lost; it is tried again by itself. */
  readonly onLost?: () => void;
  /** A change by operations, in order and once each. */
  readonly onPatch?: (envelope: PatchEnvelope) => void;
  /** The document comes whole. */
  readonly onFull?: (envelope: FullEnvelope) => void;
  /** The file has another revision. */
  readonly onFile?: (notice: FileNotice) => void;
  /** The participants, this client included. */
  readonly onPresence?: (presence: readonly LivePresence[]) => void;
  /** The canvases are asked to show something. */
  readonly onView?: (envelope: ViewEnvelope) => void;
}

/** The connection of a client that has joined. */
export interface JoinedHub {
  /** The id of the client. */
  readonly selfId: string;
  readonly document: BridgeDocument;
}

/** A request to canvases to show something. */
export interface ViewWords {
  readonly member?: string;
  readonly focus?: string;
  readonly note?: string;
}

/** The program's end of a connection to a hub, about one document. Whatever goes wrong is a {@linkcode HubError}. */
export interface HubLink {
  /** The hub's address. */
  readonly url: string;
  /** The document as the hub has it. */
  readonly document: BridgeDocument;
  /** Reaches the hub. */
  readonly connect: () => Promise<void>;
  /** Takes part in the document, from now on after every reconnection too; gives who else does. */
  readonly join: () => Promise<readonly LivePresence[]>;
  /** Tells a change that is in the file already; resolves when the hub has it. */
  readonly announce: (change: WrittenChange) => Promise<void>;
  /** Asks the canvases to show something; returns how many do, where the hub counts them. */
  readonly show: (view: ViewWords) => Promise<number | undefined>;
  /** Ends it; resolves when the connection is closed. */
  readonly close: () => Promise<void>;
}
