import type { Random, Weighted } from "../../random";
import { NOISE } from "../../rates";

/** What holds for every practice; shares from 0 to 1, by the common sense of a bookkeeper. */
export const PRACTICE_RATES = {
  ...NOISE,
  /** Visits a day: one to three treatment rooms. */
  fewestVisits: 6,
  mostVisits: 13,

  /** Visits that never took place, charged to the card on file. */
  noShow: 0.03,
  /** Bookings paid in part ahead, one to four weeks before the visit. */
  bookingDeposit: 0.04,
  /** Visits that begin a payment plan of 3 to 12 equal months. */
  planBegins: 0.006,
  /** Visits paid at the first of two terminals; a family pays at one. */
  firstTerminal: 0.6,
  /** Paid at the desk in cash or by check: never at the processor. */
  paidOtherwise: 0.09,
  /** Visits with two or three of the household, where there are as many. */
  comesTogether: 0.22,
  /** Then: one charge for all, or one for each; of the single ones, entered under one patient. */
  oneChargeForAll: 0.6,
  oneReceiptForAll: 0.15,
  /** The patient's part is divided between two cards, mostly HSA and one's own. */
  twoCards: 0.02,
  /** The spouse's HSA or FSA card, where there is a second adult. */
  spouseCard: 0.18,
  /** The insurer paid more than expected, so the patient gets some back within six weeks. */
  overpaid: 0.03,
  refundRecorded: 0.88,

  /** On such a day the phone rang all the time: each charge may be forgotten. */
  gapDays: 0.28,
  missingOnGapDay: 0.22,
  /** An insurer's card or a day's batch that nobody posted. */
  sumMissing: 0.03,

  /** Online and on file the payer is known; what the terminal knows is a habit. */
  lineNameMissing: 0.03,
  lineEmail: 0.6,
  deskEmail: 0.06,
  /** Amounts come from the practice's software; slips are rare, fees are an expense. */
  netRecorded: 0.003,
  transposed: 0.003,
  smallDifference: 0.002,
  /** Rows that follow the practice's habit for texts; the others are idle. */
  keepsToHabit: 0.82,
  /** Rows that carry the visit's number, where the practice has such numbers. */
  visitNumberOnLine: 0.85,
  visitNumberInBooks: 0.6,
  /** Payments in the books of a practice that fills in a reference. */
  reference: 0.75,
  paymentNameMissing: 0.015,
  paymentEmail: 0.1,
} as const;

export type Trade = "dental" | "therapy" | "pediatrics" | "veterinary";

/** Shares of what a visit brings: a copay or fee at once, and the patient's part after the insurer's answer. */
export const TRADES: Readonly<
  Record<Trade, { weight: number; atOnce: number; after: number; householdsPerVisit: number }>
> = {
  dental: { weight: 36, atOnce: 0.55, after: 0.5, householdsPerVisit: 24 },
  therapy: { weight: 24, atOnce: 0.85, after: 0.15, householdsPerVisit: 6 },
  pediatrics: { weight: 20, atOnce: 0.8, after: 0.3, householdsPerVisit: 16 },
  veterinary: { weight: 20, atOnce: 0.93, after: 0.05, householdsPerVisit: 20 },
};

/** Whom the books call a customer, and how they write the name. */
const NAMINGS = { plain: 28, last_first: 22, chart: 13, initials: 9, guarantors: 18, jobs: 10 };
/** What the text of a charge says, and the memo of a payment. */
const LINE_TEXTS = { nothing: 18, subject: 24, patient: 22, initials: 10, chart: 14, visit: 12 };
const MEMOS = { nothing: 20, subject: 20, patient: 20, visit: 16, payer: 12, card: 12 };
const REFERENCES = { none: 38, visit: 20, receipt: 16, card: 10, charge_id: 16 };
/** The date of a payment: when paid, of the visit, or when the bookkeeper came. */
const DATINGS = { paid: 44, visit: 34, sessions: 22 };
const BATCHES = { none: 58, by_brand: 24, whole: 18 };

/** The choices of one practice, which it mostly keeps to. */
export interface Habits {
  trade: Trade;
  visitsPerDay: number;
  saturdays: boolean;
  naming: keyof typeof NAMINGS;
  lineText: keyof typeof LINE_TEXTS;
  memo: keyof typeof MEMOS;
  reference: keyof typeof REFERENCES;
  dating: keyof typeof DATINGS;
  /** How the first of two terminals goes into the books at the day's end. */
  batches: keyof typeof BATCHES;
  /** The software numbers visits and hands the number to the processor. */
  visitNumbers: boolean;
  /** Charges at a terminal that show the cardholder, and whether as "ALVAREZ/DANA". */
  cardholderShown: number;
  slashedNames: boolean;
  /** Brand and last four digits are part of a charge's text. */
  cardOnLine: boolean;
  profiles: boolean;
  methods: boolean;
  receiptType: "Payment" | "SalesReceipt";
  /** Insurers that pay by virtual card, and whether their money is entered as a whole. */
  virtualCards: boolean;
  insurerAsCustomer: boolean;
  /** Days from the visit to the charge of the patient's part. */
  answer: { from: number; to: number };
  depositsDatedAtVisit: boolean;
  /** Minor units. */
  copays: readonly number[];
  noShowFee: number;
  bookingDeposit: number;
}

const COPAYS: Weighted<readonly number[]> = [
  [[2000, 3000, 4000], 60],
  [[2500, 4000], 15],
  [[1500, 3000, 5000], 25],
];

export function drawHabits(random: Random): Habits {
  const trade = random.weighted(
    Object.entries(TRADES).map(([name, { weight }]) => [name as Trade, weight] as const),
  );
  const animals = trade === "veterinary";
  const from = random.between(4, 12);
  return {
    trade,
    visitsPerDay: random.between(PRACTICE_RATES.fewestVisits, PRACTICE_RATES.mostVisits),
    saturdays: random.chance(0.35),
    naming: animals
      ? random.weighted({ guarantors: 60, jobs: 15, chart: 5, plain: 20 })
      : random.weighted(NAMINGS),
    lineText: random.weighted(LINE_TEXTS),
    memo: random.weighted(MEMOS),
    reference: random.weighted(REFERENCES),
    dating: random.weighted(DATINGS),
    batches: random.weighted(BATCHES),
    visitNumbers: random.chance(0.4),
    cardholderShown: random.between(55, 97) / 100,
    slashedNames: random.chance(0.35),
    cardOnLine: random.chance(0.45),
    profiles: random.chance(0.4),
    methods: random.chance(0.5),
    receiptType: random.chance(0.65) ? "Payment" : "SalesReceipt",
    virtualCards: random.chance(animals ? 0.15 : 0.7),
    insurerAsCustomer: random.chance(0.2),
    answer: { from, to: from + random.between(6, 24) },
    depositsDatedAtVisit: random.chance(0.35),
    copays: random.weighted(COPAYS),
    noShowFee: random.pick([2500, 3500, 5000, 7500]),
    bookingDeposit: random.pick([5000, 5000, 10_000]),
  };
}
