import { bookableAmounts } from "./amounts";
import { Background } from "./background";
import { BookingKinds } from "./booking-kinds";
import { FeeModel } from "./fees";
import { TermFrequency } from "./frequency";
import { Habits } from "./habits";
import { Experience } from "./history";
import { Repeats } from "./repeats";
import type { Rows } from "./rows";
import { Scorer } from "./score";
import type { HistoryEntry } from "./types";

/** Both sides of the input and all that is known of them as a whole. */
export interface Books {
  rows: Rows;
  experience: Experience;
  fees: FeeModel;
  habits: Habits;
  terms: TermFrequency;
  background: Background;
  repeats: Repeats;
  kinds: BookingKinds;
  scorer: Scorer;
}

/** Counts once what comparisons need to know: rarity of words, crowding of amounts, fee rates. */
export function openBooks(rows: Rows, history: HistoryEntry[]): Books {
  const experience = new Experience(history);
  const fees = new FeeModel(rows.units, history);
  const habits = new Habits(history);
  const terms = new TermFrequency(rows);
  const background = new Background(rows.units, rows.entries, (unit) =>
    bookableAmounts(unit, fees),
  );
  const repeats = new Repeats(rows);
  const kinds = new BookingKinds(rows.entries);
  const scorer = new Scorer({
    lexicon: rows.lexicon,
    terms,
    experience,
    fees,
    repeats,
    habits,
    background,
    kinds,
  });
  return { rows, experience, fees, habits, terms, background, repeats, kinds, scorer };
}
