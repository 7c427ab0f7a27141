/**
 * The prior: what the engine assumes before it has seen a company's data. Match weights are in
 * bits: log2 of how much likelier an observation is between a line and its own payment
 * (m-probability) than between unrelated records (u-probability), after Fellegi and Sunter. +10
 * bits mean "about a thousand times likelier"; weights add up. Nothing here depends on the size of
 * the input: chance agreement is counted where it happens. compare/learned-rates.ts weighs the
 * data and past decisions against this prior.
 */

/** Dates a payment may have, in days from its line (payment − line; negative: paid before). */
export const WINDOW = { before: 35, after: 45 } as const;
/** The window of the `fuzzy` algorithm, which only suggests. */
export const FUZZY_WINDOW = { before: 60, after: 45 } as const;
/** Days that a payment, or an invoice, may be before and after its line. */
export interface DayWindow {
  before: number;
  after: number;
}
/** Dates an open invoice may have, in days from its line. */
export const INVOICE_WINDOW = { before: 180, after: 3 } as const;
/** Days in {@link WINDOW}. */
export const WINDOW_DAYS = WINDOW.before + WINDOW.after + 1;

/** Prior that the payment of a line is in the ledger at all, in bits (odds of about 13 : 1). */
export const PRIOR_IN_LEDGER = 3.7;
/**
 * How far each fact speaks for an open line's payment being absent from the books, in bits per unit
 * (decision/not-in-books.ts). Fitted by logistic regression on the benchmark's tuning seeds, on books with no, few and
 * many missing sales.
 */
export const ABSENCE_WEIGHTS = {
  always: -4.56,
  openOfDay: -0.41,
  moneyShort: 1.83,
  moneyToSpare: -0.26,
  unexplained: 0.36,
  whole: 2.6,
  refund: 1.28,
  named: 1.01,
  knownCustomer: 1.01,
  noPaymentOfCustomer: 0.07,
  paymentsOfCustomerCover: -0.42,
  noCandidate: -0.51,
  noEqualAmount: 0.82,
  equalAmounts: 0.25,
} as const;
/**
 * Least probability of absence where no open payment of its sign is near an open line: 97 to 98 % of such
 * lines on the tuning seeds; the others' payments were matched to something else.
 */
export const NOTHING_OPEN_PROBABILITY = 0.97;
/** Prior that two records without an equal amount match, in bits, before names and references. */
export const PRIOR_MATCH_WEIGHT = -9;

/** Comparison levels of amounts, best first; the first three are equal amounts. */
export const AMOUNT_LEVELS = [
  "exact_gross",
  "exact_net",
  "predicted_fee",
  "transposed_digits",
  "small_difference",
  "invoice_total",
  "part_of_invoice",
  "different",
] as const;
export type AmountLevel = (typeof AMOUNT_LEVELS)[number];
export type EqualAmount = "exact_gross" | "exact_net" | "predicted_fee";

/** m-probabilities: share of true pairs recorded at each equal amount. */
export const AMOUNT_M_PROBABILITIES = {
  exact_gross: 0.9,
  exact_net: 0.08,
  predicted_fee: 0.04,
} as const;
/** Match weights of pairs whose amounts differ, in bits. */
export const UNEQUAL_AMOUNT_WEIGHTS = {
  transposed_digits: 3.5,
  small_difference: 2.5,
  invoice_total: 3,
  part_of_invoice: 0,
  different: -6,
} as const;
/**
 * What still counts as a small difference, in minor units: up to `least` always; otherwise up to a
 * bank's fee (`fee` plus `share` of the amount), but no more than `most` of the amount.
 */
export const SMALL_DIFFERENCE = { least: 100, most: 0.05, fee: 5000, share: 0.005 } as const;

/** Chance agreements per day assumed even for an amount that no other row has. */
export const MIN_CHANCE_PER_DAY = 2 ** -13;
/**
 * Share of the ledger's payments that never went through the processor (cash, checks, transfers).
 */
export const OUTSIDE_PROCESSOR_SHARE = 0.15;
/**
 * Customers who pay the same amount regularly. Payments are counted within `around` days;
 * `missingShare` of such charges are not among the lines, a prior worth `strength` observations;
 * within `near` days of a line the next payment is rarely due (`regularFactor`). Where the date is
 * unusual and `period` days or more away, it may be anybody's next one (`prior` payments per day).
 */
export const RECURRING = {
  around: 45,
  near: 5,
  missingShare: 0.05,
  strength: 10,
  regularFactor: 0.15,
  period: 20,
  prior: 0.001,
  otherShare: 0.004,
  otherStrength: 100,
} as const;
/**
 * Round amounts agree by chance more often: [divisor in minor units, factor], first match counts.
 */
export const ROUND_AMOUNT_FACTORS = [
  [1000, 8],
  [500, 4],
  [100, 2],
] as const;
/**
 * Match weights of a row that another row voids (it never reached the bank) or reverses (it may
 * have reached the bank and gone back), in bits.
 */
export const REVERSAL_MATCH_WEIGHTS = { voided: -9, reversed: -2 } as const;

/**
 * Prior share of true pairs per day of lag (payment − line), before smoothing: on the same day, one
 * day earlier or later, and the decay per further day.
 */
export const LINE_LAG = {
  same: 0.4,
  earlier: 0.13,
  later: 0.12,
  decayEarlier: 0.7,
  decayLater: 0.7,
};
/** The same for deposits without lines, where the bank is later than the ledger. */
export const DEPOSIT_LAG = {
  same: 0.22,
  earlier: 0.16,
  later: 0.06,
  decayEarlier: 0.8,
  decayLater: 0.6,
};
/** The same for open invoices: paid at once, or within some weeks. */
export const INVOICE_LAG = {
  same: 0.1,
  earlier: 0.024,
  later: 0.01,
  decayEarlier: 0.973,
  decayLater: 0.5,
};
/** Share of the charges without a payment that an open invoice explains, and its strength in lines. */
export const PRIOR_OPEN_INVOICE = { share: 0.3, strength: 10 } as const;
/** Lowest prior share of any day inside the window. */
export const LAG_FLOOR = 0.001;
/** Match weight of a date that only `fuzzy` looks at, in bits. */
export const FUZZY_LAG_WEIGHT = -5;
/** Match weight of a date outside every window, for pairs found by a reference, in bits: no day inside weighs less. */
export const OUTSIDE_WINDOW_WEIGHT = -9;

/**
 * Comparison levels of customers and their match weights in bits, before the frequency of the
 * shared name is subtracted.
 */
export const NAME_MATCH_WEIGHTS = {
  same_name: 16,
  confirmed_names: 14,
  same_email: 17,
  same_phone: 15,
  initials: 12.5,
  similar_name: 12.5,
  truncated_name: 12,
  part_of_name: 12,
  email_fits_name: 12,
  name_in_text: 12,
  domain_fits_name: 11,
  paid_before: 6,
  shared_word: 1,
  related_name: -5.5,
  other_customer: -8,
  names_differ: -8,
  other_kind: -2.7,
  text_differs: -2.5,
  for_another: -6,
  for_customer: -9,
  refused_names: -7,
  unknown: 0,
} as const;
export type NameLevel = keyof typeof NAME_MATCH_WEIGHTS;
/**
 * Levels whose m-probability is learned: how often the customers of true pairs disagree in this
 * way. Their weight above is its log2 before any data.
 */
export const DISAGREEMENTS = [
  "other_customer",
  "names_differ",
  "other_kind",
  "related_name",
  "text_differs",
  "for_another",
  "for_customer",
] as const;
export type Disagreement = (typeof DISAGREEMENTS)[number];
/**
 * Levels at which a customer is written in another way; how often is learned. Their weights above
 * are those of the same name plus the log2 of this share before any data.
 */
export const VARIATIONS = [
  "initials",
  "similar_name",
  "truncated_name",
  "part_of_name",
  "email_fits_name",
  "domain_fits_name",
  "name_in_text",
] as const;
export type Variation = (typeof VARIATIONS)[number];
export const NAME_LEVELS = Object.keys(NAME_MATCH_WEIGHTS) as NameLevel[];
/** Match weight of one rare word that two texts share, by how well it agrees, in bits. */
export const WORD_MATCH_WEIGHTS = {
  exact: 7,
  joined: 6.5,
  nickname: 5,
  typo: 5.5,
  prefix: 5.5,
  spelling: 6,
} as const;
/** Highest match weight that shared words reach together, in bits. */
export const MAX_WORD_MATCH_WEIGHT = 14;
/** Match weight of a name of several words that a text contains in full, in bits. */
export const FULL_NAME_IN_TEXT_WEIGHT = 14;
/** From this weight on shared words count as a named customer, in bits. */
export const NAMED_WEIGHT = 7;

/** Match weights of a shared reference, in bits, before its frequency is subtracted. */
export const REFERENCE_MATCH_WEIGHTS = {
  processor_id: 30,
  shared_reference: 17,
  check_number: 14,
  short_number: 7,
} as const;
export type ReferenceKind = keyof typeof REFERENCE_MATCH_WEIGHTS;
/** Comparison levels of references. */
export const REFERENCE_LEVELS = [
  "processor_id",
  "shared_reference",
  "check_number",
  "short_number",
  "unproved_number",
  "reference_conflict",
  "unknown",
] as const;
export type ReferenceLevel = (typeof REFERENCE_LEVELS)[number];
/**
 * Which field of a source carries the books' number (compare/number-fields.ts). A line's description and reference are
 * written for people, so they carry it as a rule (`stated`); of a shop's own fields it is open (`other`). A field that
 * does not carry it agrees with a payment of the line's amount once in a hundred times (`byChance`): an internal
 * numbering often runs near that of the books. From `trusted` on a number proves.
 */
export const NUMBER_FIELDS = {
  prior: { stated: 0.95, other: 0.4 },
  byChance: 0.01,
  trusted: 0.5,
} as const;
/**
 * What an open invoice says of a payment for a charge that names it, or fits it by customer and whole balance, in bits
 * (compare/open-invoices.ts). A payment that is applied to another invoice would have closed the named one instead; where
 * the books don't say, it may be unapplied, which is rare. A balance that fits is told of regular customers by chance.
 */
export const INVOICE_MATCH_WEIGHTS = {
  unknown: 0,
  applied_to_named: 12,
  applied_elsewhere: -30,
  named_open: -20,
  open_of_another: -15,
  fits_elsewhere: -6,
  fits_open: -3,
} as const;
export type InvoiceLevel = keyof typeof INVOICE_MATCH_WEIGHTS;
export const INVOICE_LEVELS = Object.keys(INVOICE_MATCH_WEIGHTS) as InvoiceLevel[];
/** Match weight of two different ids of the same kind, in bits. */
export const REFERENCE_CONFLICT_WEIGHT = -12;
/** Comparison levels of the month or quarter that the texts of both sides name. */
export const PERIOD_LEVELS = ["same_period", "other_period", "unknown"] as const;
export type PeriodLevel = (typeof PERIOD_LEVELS)[number];
/**
 * Prior share of true pairs that name the same period (it counts for `strength` pairs), and share
 * of unrelated pairs near in time that do.
 */
export const SAME_PERIOD = { share: 0.93, strength: 30, byChance: 0.4 } as const;
/**
 * What else both sides' texts say (compare/details.ts). Agreement is mostly what amount and date tell already;
 * a contradiction weighs as much as it is rare among true pairs.
 */
export const DETAIL_LEVELS = [
  "unknown",
  "same_number",
  "other_number",
  "one_number_differs",
  "same_card",
  "other_card",
  "same_day",
  "other_day",
  "same_unit",
  "other_unit",
  "same_payer",
  "other_payer",
  "named",
] as const;
export type DetailLevel = (typeof DETAIL_LEVELS)[number];
/**
 * Match weight where a line's text or a payment's memo names the payer, in bits: it is the payer's own rather than
 * another line of theirs, which may be for another customer, or a payment of somebody else for this customer.
 */
export const NAMED_PAYER_WEIGHT = 3;
/** What contradicts, and its agreeing counterpart. */
export const CONTRADICTIONS = {
  other_number: "same_number",
  one_number_differs: "same_number",
  other_card: "same_card",
  other_day: "same_day",
  other_unit: "same_unit",
  other_payer: "same_payer",
} as const;
export type Contradiction = keyof typeof CONTRADICTIONS;
/**
 * Prior shares of true pairs that contradict each other so; each counts for `strength` pairs. Two numbers of one series
 * hardly ever do; a second number may be the shop's own.
 */
export const CONTRADICTION = {
  share: {
    other_number: 0.02,
    one_number_differs: 0.05,
    other_card: 0.03,
    other_day: 0.05,
    other_unit: 0.01,
    other_payer: 0.05,
  },
  strength: 30,
} as const;
/** How far a line's description and a payment's memo say the same (compare/texts.ts). */
export const TEXT_AGREEMENTS = ["other_text", "some_of_text", "most_of_text", "same_text"] as const;
export type TextAgreement = (typeof TEXT_AGREEMENTS)[number];
/** How rare the words are that could be in both. */
export const TEXT_RARITIES = ["common", "rare", "very_rare", "unique"] as const;
export type TextRarity = (typeof TEXT_RARITIES)[number];
/** Match weights where a line's text names the unit of the payment's customer ("Rent 4A"), in bits. */
export const UNIT_MATCH_WEIGHTS = { same_unit_common: 2, same_unit_rare: 3.5 } as const;
export type UnitLevel = keyof typeof UNIT_MATCH_WEIGHTS;
export type TextLevel = `${TextAgreement} ${TextRarity}` | "unknown" | UnitLevel;
/** Comparison levels of texts; what the last ones weigh is learned. */
export const TEXT_LEVELS: readonly TextLevel[] = [
  "unknown",
  "same_unit_common",
  "same_unit_rare",
  ...TEXT_RARITIES.flatMap((rarity) =>
    TEXT_AGREEMENTS.map((agreement) => `${agreement} ${rarity}` as const),
  ),
];
/**
 * Shares of the bits from which on texts agree in some, in most, and in all; bits from which on a text is compared at
 * all, rare, very rare, and unique; bits lost to a typing error; texts that a word's frequency is smoothed by.
 */
export const TEXTS = {
  shares: [0.25, 0.6, 0.85],
  bits: [2, 4, 8, 14],
  misspelled: 1.5,
  smoothing: 20,
} as const;
/**
 * Prior shares among true pairs, and among unrelated records of one amount, by agreement; they count for `strength`
 * pairs: few, because a memo is the bookkeeper's own wording in all of some books and in none of others. Of one customer's unrelated records `alike` resemble each other as
 * those of a pair do.
 */
export const TEXT_SHARES = {
  matching: [0.5, 0.08, 0.07, 0.35],
  unrelated: {
    common: [0.75, 0.05, 0.05, 0.15],
    rare: [0.82, 0.1, 0.03, 0.05],
    very_rare: [0.84, 0.12, 0.02, 0.02],
    unique: [0.84, 0.13, 0.015, 0.015],
  },
  alike: 0.3,
  strength: { matching: 8, unrelated: 30 },
} as const;
/** From this weight on a reference is an identity, in bits. */
export const IDENTITY_WEIGHT = 12;

/** Match weight of a payment's own hint that it came outside the processor, in bits. */
export const METHOD_HINT_MATCH_WEIGHTS = {
  offline: -5,
  numbered: -2,
  processor: 2,
  unstated: 0,
} as const;

/** Up to this match weight, in bits, a payment is booked as those that never saw the processor. */
export const OTHERWISE_BOOKED_WEIGHT = -2;

/** Number of observations that the prior counts for when rates are learned. */
export const PRIOR_STRENGTH = { lag: 40, names: 60, amounts: 60, recordTypes: 30 } as const;

/**
 * Which ledger customer a payer pays for: the names of a pair count for `strength` of the payer's
 * other lines; an unrelated row is of the same customer with a probability of `share`.
 */
export const CUSTOMER_ALIASES = { strength: 2, share: 1 / 128 } as const;

/**
 * Match weight of a set that is all of its kind (all open rows of that day, customer or payout), in
 * bits.
 */
export const COMPLETE_GROUP_WEIGHT = 7;

/** From this match weight on, in bits, dates are as close as usual: the delay is learned from the books. */
export const MIN_CLOSE_LAG_WEIGHT = -1;
/** From this probability on a match is suggested. */
export const MIN_SUGGEST_PROBABILITY = 0.55;

/**
 * From this probability on the payments of a deposit without lines are matched automatically: of 697 sets between it
 * and 0.995 on made-up books one was wrong.
 */
export const MIN_AUTO_WHOLE = 0.98;

/** Maps log2 odds to calibrated log2 odds: slope × odds + offset (Platt scaling). */
export interface CalibrationCurve {
  slope: number;
  offset: number;
}

/**
 * Parameters that labelled data can fit. The benchmark refits them without the shape of business it
 * judges (matching/bench/leave-one-out).
 */
export interface FittedParameters {
  /** From this probability on a match is made automatically. */
  minAutoProbability: number;
  /** Null: the model's probabilities as they are. */
  pairCalibration: CalibrationCurve | null;
  setCalibration: CalibrationCurve | null;
}

/** A payout all of whose lines have a proposal is matched automatically where all are right with this probability. */
export const MIN_WHOLE_PAYOUT_PROBABILITY = 0.92;

export const FITTED_PARAMETERS: FittedParameters = {
  minAutoProbability: 0.995,
  pairCalibration: null,
  setCalibration: null,
};
