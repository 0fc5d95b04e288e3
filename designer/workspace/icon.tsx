/** The shapes of the icons, on a field of 16 by 16. */
const SHAPES = {
  undo: "M6 3 2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H7",
  redo: "M10 3l3.5 3.5L10 10M13 6.5H6.5a4 4 0 0 0 0 8H9",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14",
  outline: "M2.5 3.5h3v3h-3zM8.5 5h5M4 6.5V12h4M8.5 12h5",
  properties: "M2 4.5h8M13 4.5h1M2 11.5h1M6 11.5h8M11.5 3v3M4.5 10v3",
  close: "M4 4l8 8M12 4l-8 8",
  down: "M4 6l4 4 4-4",
  left: "M10 4 6 8l4 4",
  right: "M6 4l4 4-4 4",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  trash: "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 8.5h6l.5-8.5",
  play: "M5 3l8 5-8 5z",
  check: "M3 8.5 6.5 12 13 4.5",
  code: "M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5",
  warning: "M8 2.5 14.5 13.5h-13zM8 6.5v3.2M8 11.6v.2",
  error: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM8 5v3.6M8 10.9v.2",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  design: "M2.5 2.5h5v4h-5zM8.5 9.5h5v4h-5zM5 6.5v5h3.5",
  clock: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 2.8V8l2.2 1.8",
  download: "M8 2.5v7.5M5 7.5 8 10.5l3-3M3 13.5h10",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  crowsfoot: "M2 8h12M9 8l5-4M9 8l5 4M4.5 5v6",
  chen: "M8 3.5 14.5 8 8 12.5 1.5 8z",
  arrange: "M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h4v4h-4z",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Zm6.5 2a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
} as const;

/** The name of an icon. */
export type IconName = keyof typeof SHAPES;

/** An icon in the colour of its text; what it stands for is said beside it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        d={SHAPES[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
