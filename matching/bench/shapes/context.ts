import type { Books } from "../books";
import type { Random } from "../random";

/** What a shape of business gets to work with. */
export interface ShapeContext {
  books: Books;
  random: Random;
  /** About how many lines (for deposits without lines: sales or bank lines) to make. */
  lines: number;
}

export type WriteShape = (context: ShapeContext) => void;
