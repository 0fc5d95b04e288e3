/** An arrow as a reader of a drawing finds it. */
export interface ReadArrow {
  readonly from: string;
  readonly label: string;
  readonly to: string;
}

const UP = "│┃║┆└┘┴┼├┤┗┛╚╝┨┠╢╟╂╫┷╧";
const DOWN = "│┃║┆┌┐┬┼├┤┏┓╔╗┨┠╢╟╂╫┯╤";
const LEFT = "─┐┘┤┬┴┼╂╫┨╢";
/** Characters in which a line from the left turns into a lane. */
const TURNS = "┐┘┤";
const LEFT_CORNERS = "┌┏╔╭";
const RIGHT_CORNERS = "┐┓╗╮";
const STARTS = "├┠╟";
const BORDERS = "│┃║┆├┠╟┤┨╢┼╂╫";

/** Reads the arrows back from a drawing without wide characters, following its lines as a reader does. */
export function readArrows(drawing: string): ReadArrow[] {
  return new Reader(drawing).arrows();
}

class Reader {
  readonly #rows: string[][];

  constructor(drawing: string) {
    this.#rows = drawing.split("\n").map((line) => [...line]);
  }

  arrows(): ReadArrow[] {
    const found: ReadArrow[] = [];
    for (const [y, row] of this.#rows.entries()) {
      for (const [x, cell] of row.entries()) {
        if (cell === "▼") found.push(...this.#arrowsDown(x, y));
        if (STARTS.includes(cell) && this.#at(x + 1, y) !== "┄") found.push(this.#arrowRight(x, y));
        if (cell === "→") found.push(...this.#arrowInside(x, y));
      }
    }
    return found;
  }

  #at(x: number, y: number): string {
    return this.#rows[y]?.[x] ?? " ";
  }

  /** The arrows that come down to a head in an upper border: a label begins without a space. */
  #arrowsDown(x: number, y: number): ReadArrow[] {
    const to = this.#nameBelow(x, y);
    const texts: string[] = [];
    let row = y - 1;
    for (; this.#at(x, row) === "│"; row--) texts.unshift(this.#textFrom(x + 2, row));
    if (this.#at(x, row) === "●") return [];
    const from = this.#boxAt(x, row);
    return texts.map((label) => ({ from, label, to }));
  }

  /** The arrow that begins at a border and runs to the right. */
  #arrowRight(x: number, y: number): ReadArrow {
    const from = this.#boxAt(x, y);
    let column = x + 1;
    let label = "";
    if (this.#at(column, y) === "─" && this.#at(column + 1, y) === " ") {
      label = this.#textFrom(column + 2, y);
      column += 3 + label.length;
    }
    while (!TURNS.includes(this.#at(column, y))) {
      if (this.#at(column, y) === "→") return { from, label, to: this.#textFrom(column + 2, y) };
      if (!LEFT.includes(this.#at(column, y))) throw new Error(`line ends at ${column}, ${y}`);
      column++;
    }
    return { from, label, to: this.#headOfLane(column, y) };
  }

  /** The arrow that is written inside of a box, if this is the head of one. */
  #arrowInside(x: number, y: number): ReadArrow[] {
    let left = x - 1;
    while (!BORDERS.includes(this.#at(left, y))) left--;
    if (STARTS.includes(this.#at(left, y))) return [];
    const label = (this.#rows[y] ?? []).slice(left + 1, x - 1).join("").trim();
    return [{ from: this.#boxAt(left, y), label, to: this.#textFrom(x + 2, y) }];
  }

  /** The state that the lane through this cell leads to. */
  #headOfLane(x: number, y: number): string {
    let top = y;
    while (UP.includes(this.#at(x, top)) && DOWN.includes(this.#at(x, top - 1))) top--;
    let bottom = y;
    while (DOWN.includes(this.#at(x, bottom)) && UP.includes(this.#at(x, bottom + 1))) bottom++;
    const heads: string[] = [];
    for (let row = top; row <= bottom; row++) {
      if (!TURNS.includes(this.#at(x, row))) continue;
      let column = x - 1;
      while (LEFT.includes(this.#at(column, row)) && this.#at(column - 1, row) !== " ") column--;
      if (this.#at(column, row) === "◄") heads.push(this.#boxAt(column - 1, row));
    }
    if (heads.length !== 1) throw new Error(`${heads.length} heads on the lane at ${x}, ${y}`);
    return heads[0] ?? "";
  }

  /** The name of the box that has this cell in its left, right or lower border. */
  #boxAt(x: number, y: number): string {
    let left = x;
    if (!BORDERS.includes(this.#at(x, y))) {
      while (!"└┗╚╰".includes(this.#at(left, y))) left--;
    }
    let top = y;
    while (![...LEFT_CORNERS, ...RIGHT_CORNERS].includes(this.#at(left, top))) top--;
    if (LEFT_CORNERS.includes(this.#at(left, top))) return this.#nameBelow(left, top);
    do left--; while (!LEFT_CORNERS.includes(this.#at(left, top)));
    return this.#nameBelow(left, top);
  }

  /** The name of the box with this cell in its upper border. */
  #nameBelow(x: number, y: number): string {
    let left = x;
    while (!LEFT_CORNERS.includes(this.#at(left, y))) left--;
    let column = left + 1;
    for (; !RIGHT_CORNERS.includes(this.#at(column, y)); column++) {
      if (this.#at(column, y) === " ") return this.#textFrom(column + 1, y).trim();
    }
    return this.#textFrom(left + 2, y + 1);
  }

  /** The text from this cell up to two spaces or a line. */
  #textFrom(x: number, y: number): string {
    const rest = (this.#rows[y] ?? []).slice(x).join("");
    return rest.split(/ [ ─━═┄│┃║┆├┠╟┤┨╢┼]/)[0]?.trim() ?? "";
  }
}
