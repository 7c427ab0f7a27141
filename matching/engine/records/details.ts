import type { LineInput, PaymentInput } from "../contract";
import { cardsIn, daysIn } from "../text/written-details";

/** What a record's texts say apart from customer and amount, which the other side may contradict. */
export interface Details {
  /** Kinds of numbers ("invoice 2026-…", numbers of four digits) that it carries, as a bit set. */
  series: number;
  /** Card brands as a bit set; 0 for none. */
  cards: number;
  /** Days that the note names, as day numbers. */
  days: readonly number[];
}

const NO_DAYS: readonly number[] = [];

/** @returns null where the line says nothing of the kind */
export function detailsOfLine(line: LineInput | undefined, series: number): Details | null {
  if (!line) return null;
  const cards = cardsIn(line.description ?? "");
  // A payment's note may name the line's own day, so a line has something to compare in any case.
  return { series, cards, days: NO_DAYS };
}

/** @returns null where the payment says nothing of the kind */
export function detailsOfPayment({ note, date }: PaymentInput, series: number): Details | null {
  const cards = note ? cardsIn(note) : 0;
  const days = note ? daysIn(note, date) : NO_DAYS;
  return series === 0 && cards === 0 && days.length === 0 ? null : { series, cards, days };
}
