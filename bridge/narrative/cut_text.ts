/** The first code points of a text: no character is halved. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return [...text.slice(0, longest * 2)].slice(0, longest).join("");
}
