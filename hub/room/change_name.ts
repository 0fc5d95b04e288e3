/**
 * The name of a change for everyone: its sender's, else one made from its number.
 *
 * @example
 * ```ts ignore
 * changeName("e1", { seq: 7 }); // "e1.7"
 * ```
 */
export function changeName(
  epoch: string,
  { seq, opId }: { readonly seq: number; readonly opId?: string | undefined },
): string {
  return opId ?? `${epoch.replaceAll(/[^A-Za-z0-9]/g, "").slice(0, 60)}.${seq}`;
}
