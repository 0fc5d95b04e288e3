/** The file name in a path. */
export function fileOf(docId: string): string {
  return docId.slice(docId.lastIndexOf("/") + 1);
}
