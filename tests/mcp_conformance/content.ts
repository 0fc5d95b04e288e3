import { Buffer } from "node:buffer";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types";

/** A piece of an answer. */
export type Block = CallToolResult["content"][number];

/** A picture of one red pixel. */
export const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

/** The same as bytes. */
export const PIXEL_BYTES: Uint8Array = Buffer.from(PIXEL, "base64");

/** A sound of no length. */
export const SILENCE: string = Buffer.from(
  "RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0",
  "latin1",
).toString("base64");

/** A piece of text. */
export const text = (content: string): Block => ({ type: "text", text: content });

/** A picture. */
export const image: Block = { type: "image", data: PIXEL, mimeType: "image/png" };

/** A resource within an answer. */
export const embedded = (uri: string, mimeType: string, content: string): Block => ({
  type: "resource",
  resource: { uri, mimeType, text: content },
});
