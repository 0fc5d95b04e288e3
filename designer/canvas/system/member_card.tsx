import type { Box } from "@loom/protocol";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { MirrorList } from "../mirror.tsx";
import { CARD, type MapCard, type MapScene, type SystemMemberView } from "./map_scene.ts";

const PAD = 10;

interface MemberCardProps {
  readonly card: MapCard;
  readonly view: SystemMemberView | undefined;
}

/** A member as a card: its kind and name, a small drawing, and how many findings it has. */
export function MemberCardView({ card: { path, title, kind, box, notes }, view }: MemberCardProps): VNode {
  const { x, y, width, height } = box;
  const drawing = { x: x + PAD, y: y + CARD.head, width: width - 2 * PAD, height: CARD.drawing };
  const picture = pictureIn(view?.svg, drawing);
  return (
    <g class="slc-map-card" data-member={path}>
      {notes === "" ? null : <title>{notes}</title>}
      <rect class="slc-map-box" {...box} rx={10} />
      <foreignObject x={x + 14} y={y + 8} width={width - 28} height={CARD.head - 10}>
        <p class="slc-map-kind">{kind}</p>
        <p class="slc-map-title">{title}</p>
      </foreignObject>
      {picture === undefined
        ? (
          <foreignObject {...drawing}>
            <p class="slc-map-none">{view === undefined ? "" : view.problem ?? "Too large to draw here."}</p>
          </foreignObject>
        )
        : <g class="slc-map-drawing" dangerouslySetInnerHTML={{ __html: picture }} />}
      <foreignObject x={x + 14} y={y + height - CARD.foot} width={width - 28} height={CARD.foot}>
        <p class="slc-map-foot">
          <span class="slc-map-counts">{view?.counts ?? path}</span>
          <Findings view={view} />
        </p>
      </foreignObject>
    </g>
  );
}

function Findings({ view }: { readonly view: SystemMemberView | undefined }): VNode | null {
  if (view === undefined) return null;
  const { errors, warnings, problem } = view;
  if (problem !== undefined) return <span class="slc-map-badge slc-map-badge--error">unreadable</span>;
  return (
    <>
      {errors > 0 ? <span class="slc-map-badge slc-map-badge--error">{counted(errors, "error")}</span> : null}
      {warnings > 0
        ? <span class="slc-map-badge slc-map-badge--warning">{counted(warnings, "warning")}</span>
        : null}
    </>
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The members and actors with what is known of them and their links, for those who do not see the map. */
export function mapLists(
  { cards, actors, links }: MapScene,
  members: Readonly<Record<string, SystemMemberView>>,
): MirrorList[] {
  const items = [
    ...cards.map(({ key, path, title, kind }) => ({
      key,
      level: 1,
      text() {
        const { errors = 0, warnings = 0, problem, counts } = members[path] ?? {};
        const own = links.filter(({ from, to }) => from === path || to === path).map(({ from, to, text }) =>
          `linked with ${from === path ? to : from}: ${text}`
        );
        return [
          `${title}, ${kind}`,
          counts ?? "",
          problem ?? "",
          errors > 0 ? counted(errors, "error") : "",
          warnings > 0 ? counted(warnings, "warning") : "",
          ...own,
        ].filter((part) => part !== "").join(", ");
      },
    })),
    ...actors.map(({ key, name, kind }) => ({ key, level: 1, text: () => `${name}, actor, ${kind}` })),
  ];
  return [{ role: "tree", label: "Members and actors", items }];
}

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

interface PeekProps {
  readonly card: MapCard;
  readonly view: SystemMemberView | undefined;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

const SIZE = { width: 640, height: 420 };

/** A member's picture over the map, without leaving it. */
export function Peek({ card: { title, kind }, view, onOpen, onClose }: PeekProps): VNode {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
    const onDown = (event: Event) => {
      if (event.target instanceof Node && !panel.current?.contains(event.target)) onClose();
    };
    addEventListener("pointerdown", onDown, { capture: true });
    return () => removeEventListener("pointerdown", onDown, { capture: true });
  }, []);
  const picture = pictureIn(view?.svg, { x: 0, y: 0, ...SIZE });
  return (
    <div
      class="slc-peek"
      role="dialog"
      aria-label={`${title}, ${kind}`}
      data-canvas-chrome=""
      ref={panel}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") onClose();
      }}
    >
      <div class="slc-peek-head">
        <strong>{title}</strong>
        <span class="slc-map-quiet">{view?.counts ?? kind}</span>
        <button type="button" class="slc-btn" onClick={onOpen}>Open</button>
        <button type="button" class="slc-btn" onClick={onClose}>Close</button>
      </div>
      {picture === undefined
        ? <p class="slc-map-none">{view?.problem ?? "There is no picture of it here."}</p>
        : (
          <svg
            class="slc-peek-picture"
            role="img"
            aria-label={`Picture of ${title}`}
            viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
            dangerouslySetInnerHTML={{ __html: picture }}
          />
        )}
    </div>
  );
}
