/** A number as pictures print it: rounded to 2 decimals, never `-0`, never in exponential form. */
export function decimal(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return Number.isFinite(rounded) && rounded !== 0 ? String(rounded) : "0";
}
