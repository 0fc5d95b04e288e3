/** The members by which pictures name their elements. */
const NAMED =
  /<g ([^>]*?)data-(state|entity|participant|member|actor|message|fragment|relationship|transition)="([^"]*)"/g;
/** Types whose elements have their own name as an address; those of others begin with the type. */
const PLAIN = new Set(["state", "entity", "participant", "member", "actor"]);

/**
 * Gives the elements of a picture addresses, such as `door.svg#Open` and `door.svg#transition:Open:0`, and makes the picture a
 * document for screen readers: its elements can be read one after the other, by their titles.
 *
 * @param svg A picture of the loom; the first element of a name gets the address.
 */
export function addressed(svg: string): string {
  const used = new Set<string>();
  return svg
    .replace(' role="img"', ' role="graphics-document document" aria-roledescription="diagram"')
    .replaceAll(NAMED, (whole, before: string, type: string, name: string) => {
      const id = (PLAIN.has(type) ? name : `${type}:${name}`).replaceAll(/\s+/g, "-");
      if (id === "" || used.has(id)) return whole;
      used.add(id);
      return `<g id="${id}" role="graphics-symbol" ${before}data-${type}="${name}"`;
    });
}
