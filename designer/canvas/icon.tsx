/** The pictures of controls, in a square of 16. */
const PATHS = {
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  fit:
    "M2.5 6V3.5a1 1 0 0 1 1-1H6M10 2.5h2.5a1 1 0 0 1 1 1V6M13.5 10v2.5a1 1 0 0 1-1 1H10M6 13.5H3.5a1 1 0 0 1-1-1V10",
  map: "M2.5 3.5h11v9h-11zM5 6h3v2.5H5z",
  up: "M8 13V3M4 7l4-4 4 4",
  chevron: "M6 4l4 4-4 4",
  close: "M4 4l8 8M12 4l-8 8",
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** An icon in the colour of the text around it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="slc-icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
