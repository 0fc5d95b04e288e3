import type { Box } from "@loom/protocol";

/** A longer picture is not drawn small: nobody could see anything in it. */
const LONGEST = 400_000;

/**
 * A picture made to fit a box, as an SVG element in a drawing: the colours of the drawing hold for it.
 *
 * @returns `undefined` without a picture, and for one that is too large.
 */
export function pictureIn(svg: string | undefined, { x, y, width, height }: Box): string | undefined {
  if (svg === undefined || svg.length > LONGEST) return undefined;
  const root = /<svg[^>]*>/.exec(svg);
  const viewBox = root && /viewBox="([^"]*)"/.exec(root[0])?.[1];
  if (!root || !viewBox) return undefined;
  const inner = svg.slice(root.index + root[0].length, svg.lastIndexOf("</svg>"))
    .replaceAll(/<style>[\s\S]*?<\/style>|<title[^>]*>[\s\S]*?<\/title>|<desc[^>]*>[\s\S]*?<\/desc>/g, "");
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${viewBox}" preserveAspectRatio="xMidYMid meet">${inner}</svg>`;
}
