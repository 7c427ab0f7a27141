/**
 * What the engine believes before it has seen a company's data. Evidence is counted in bits:
 * log2 of how much likelier it is between a line and its own payment than between strangers
 * (Fellegi and Sunter). +10 bits mean "about a thousand times likelier"; they add up.
 * Nothing here depends on how many rows there are: crowding is counted where it happens. What the
 * data and the history show is weighed against this prior in habits.ts.
 */

/** How far a payment may lie from its line, in days (payment − line; negative: paid before). */
export const WINDOW = { before: 30, after: 21 } as const;
/** The same for the `fuzzy` algorithm, which only suggests. */
export const FUZZY_WINDOW = { before: 60, after: 45 } as const;
export const WINDOW_DAYS = WINDOW.before + WINDOW.after + 1;

/** Odds that the payment of a line is in the books at all (about 13 : 1). */
export const PRESENT_BITS = 3.7;
/** Odds that two rows belong together which do not share an amount, before names and references. */
export const STRANGER_BITS = -9;

/** How the amounts of a pair relate, from best to worst. */
export const AMOUNT_LEVELS = [
  "exact_gross",
  "exact_net",
  "predicted_fee",
  "transposed_digits",
  "small_difference",
  "different",
] as const;
export type AmountLevel = (typeof AMOUNT_LEVELS)[number];
export type EqualAmount = "exact_gross" | "exact_net" | "predicted_fee";

/** How often a true pair shows each way of recording the amount. */
export const RECORDED_AS = { exact_gross: 0.9, exact_net: 0.08, predicted_fee: 0.04 } as const;
/** Bits of a pair whose amounts differ. */
export const DIFFERING_BITS = {
  transposed_digits: 3.5,
  small_difference: 2.5,
  different: -6,
} as const;
/**
 * What still counts as a small difference, in minor units: a fee of a bank or a little more, never
 * more than a twentieth of the amount, and always a single unit of the currency.
 */
export const SMALL_DIFFERENCE = { least: 100, most: 0.05, fee: 5000, share: 0.005 } as const;

/** Coincidences per day that are assumed even for an amount nobody else has. */
export const FLOOR_PER_DAY = 2 ** -13;
/** Share of the ledger's payments that never went through the processor (cash, checks, transfers). */
export const UNRECORDED_SHARE = 0.15;
/**
 * Customers who pay the same amount again: counted within `around` days; `missingShare` of such
 * charges are not among the lines (`strength`: for how many observations that counts); within `near`
 * days of a line the next one is rarely due.
 */
export const REPEAT = {
  around: 45,
  near: 5,
  missingShare: 0.05,
  strength: 10,
  regularFactor: 0.15,
} as const;
/** Round amounts meet by chance more often: [divisor in minor units, factor], first hit counts. */
export const ROUNDNESS = [
  [1000, 8],
  [500, 4],
  [100, 2],
] as const;
/**
 * A row of the books that another row takes back: what was voided never reaches the bank, what was
 * reversed may have been there and gone back.
 */
export const TAKEN_BACK_BITS = { voided: -9, reversed: -2 } as const;

/**
 * Share of true pairs per day of lag (payment − line), before smoothing into the tails. Same day is
 * never below its neighbours. For deposits without lines the bank is later than the books.
 */
export const LINE_LAG = {
  same: 0.4,
  earlier: 0.13,
  later: 0.12,
  decayEarlier: 0.7,
  decayLater: 0.7,
};
export const DEPOSIT_LAG = {
  same: 0.22,
  earlier: 0.16,
  later: 0.06,
  decayEarlier: 0.8,
  decayLater: 0.6,
};
/** No day inside the window is rarer than this. */
export const LAG_FLOOR = 0.001;
/** A pair outside the window, held together by a reference. */
export const OUTSIDE_WINDOW_BITS = -5;

/** How two names relate, and its bits before the frequency of the shared name is taken off. */
export const NAME_BITS = {
  same_name: 16,
  confirmed_names: 14,
  same_email: 17,
  initials: 12.5,
  similar_name: 12.5,
  truncated_name: 12,
  part_of_name: 12,
  email_fits_name: 12,
  name_in_text: 12,
  shared_word: 1,
  names_differ: -6,
  text_differs: -2.5,
  refused_names: -7,
  unknown: 0,
} as const;
export type NameLevel = keyof typeof NAME_BITS;
export const NAME_LEVELS = Object.keys(NAME_BITS) as NameLevel[];
/** Bits of one rare word that two texts share, by how well it fits; and what words can reach. */
export const WORD_BITS = { exact: 7, joined: 6.5, nickname: 5, typo: 5.5, prefix: 5.5 } as const;
export const MOST_WORD_BITS = 14;
/** Bits of a name that a text mentions in full, with more than one word. */
export const FULL_NAME_IN_TEXT_BITS = 14;
/** From here on shared words count as a customer that is named. */
export const NAMED_BITS = 7;

/** Bits of a shared reference before its frequency is taken off. */
export const REFERENCE_BITS = {
  processor_id: 30,
  shared_reference: 17,
  check_number: 14,
  short_number: 7,
} as const;
export type ReferenceKind = keyof typeof REFERENCE_BITS;
export const REFERENCE_LEVELS = [
  "processor_id",
  "shared_reference",
  "check_number",
  "short_number",
  "reference_conflict",
  "unknown",
] as const;
export type ReferenceLevel = (typeof REFERENCE_LEVELS)[number];
/** Both sides carry an id of the same kind, and they are not the same id. */
export const REFERENCE_CONFLICT_BITS = -12;
/** From here on a reference is an identity. */
export const IDENTITY_BITS = 12;

/** What a payment's own words say against its having come through the processor. */
export const MEANS_BITS = { offline: -5, numbered: -2, unstated: 0 } as const;

/** How many observations the prior counts for when habits are learned. */
export const PRIOR_STRENGTH = { lag: 40, names: 60, amounts: 60, kinds: 30 } as const;

/** The set is everything there is of its kind (all open rows of that day, customer or payout). */
export const COMPLETE_GROUP_BITS = 7;

/** The usual card fee, when nothing better is known: share of the amount and a fixed part. */
export const USUAL_FEE = { rate: 0.029, fixed: 30 } as const;

/** Without an identity the engine acts alone only on pairs at most this many days apart. */
export const AUTO_LAG = 15;
/** Parts of a sum have to lie closer: with time come repeats, which add up as well. */
export const AUTO_SET_LAG = 5;
/** Policy: from here on the engine acts alone, and from here on a pair is worth a look. */
export const AUTO_PROBABILITY = 0.998;
export const SUGGEST_PROBABILITY = 0.55;
