import { NOISE } from "../../rates";

/** How one bookkeeper enters payments; shares from 0 to 1. */
export interface DeskRates {
  /** Days from the charge to the date of the payment, with weights; null: the next session. */
  lags: readonly (readonly [days: number, weight: number])[] | null;
  /** Sales at the counter dated by their slip, where payments have lags; the others a day later. */
  slipsSameDay: number;
  /** Payments with the invoice number, and of these as a reference and not in the memo. */
  invoiceNumber: number;
  invoiceInReference: number;
  /** Memos that say what it was for; others say nothing or "card". */
  meaningfulNote: number;
  /** A person of the client as the customer, instead of the firm. */
  personAsCustomer: number;
  nameMissing: number;
  email: number;
  /** Equal charges of a client on one day, and walk-ins of one day, entered as one. */
  collectsPlans: number;
  collectsWalkIns: number;
  /** Walk-ins whose name is in the memo. */
  walkInNamed: number;
  netRecorded: number;
  transposed: number;
  smallDifference: number;
  refundRecorded: number;
}

/** Enters every morning, with the invoice at hand. */
const CAREFUL: DeskRates = {
  lags: [
    [0, 66],
    [1, 22],
    [2, 5],
    [3, 5],
    [-1, 2],
  ],
  slipsSameDay: 0.93,
  invoiceNumber: 0.72,
  invoiceInReference: 0.75,
  meaningfulNote: 0.7,
  personAsCustomer: 0.02,
  nameMissing: 0.01,
  email: 0.12,
  collectsPlans: 0.06,
  collectsWalkIns: 0,
  walkInNamed: 0.45,
  netRecorded: 0.004,
  transposed: 0.003,
  smallDifference: 0.002,
  refundRecorded: 0.95,
};

/** Part-time: once a week from the processor's list, amounts typed by hand. */
const HASTY: DeskRates = {
  lags: null,
  slipsSameDay: 0,
  invoiceNumber: 0.15,
  invoiceInReference: 0.4,
  meaningfulNote: 0.15,
  personAsCustomer: 0.09,
  nameMissing: 0.04,
  email: 0.01,
  collectsPlans: 0.4,
  collectsWalkIns: 0.45,
  walkInNamed: 0.12,
  netRecorded: 0.05,
  transposed: 0.012,
  smallDifference: 0.008,
  refundRecorded: 0.65,
};

/** A small firm with invoices, service plans and a counter. Common sense, not measurements. */
export const MIXED_RATES = {
  ...NOISE,
  fewestPerDay: 10,
  mostPerDay: 17,
  /** Lines by line of business: a third each, more or less. */
  plans: 0.36,
  invoices: 0.34,
  walkIns: 0.3,

  companiesWithProfiles: 0.5,
  linesWithProfile: 0.7,
  /** Of all charges, whoever enters them. */
  paymentMissing: 0.03,
  /** Per charge: cash, checks and transfers for the same things at the same prices. */
  extraPayments: 0.04,
  extraSaysSo: 0.8,
  /** The careful one works Monday to Wednesday and takes what came in at the weekend. */
  desks: { careful: CAREFUL, hasty: HASTY },

  /** Clients with a plan; those with several pay one equal charge for each site. */
  clientsWithPlan: 0.72,
  plansEach: [
    [1, 74],
    [2, 15],
    [3, 7],
    [4, 4],
  ],
  /** Plans whose card failed last month: both months are charged at once. */
  planArrears: 0.012,
  planSkipped: 0.02,

  lineNameMissing: 0.05,
  /** Lines of firms in the firm's name and not the cardholder's. */
  lineNamesFirm: 0.25,
  lineEmail: 0.65,
  /** People with an address at work who pay from their own. */
  privateAddress: 0.22,
  invoiceOnLine: 0.5,
  /** One charge for two invoices. */
  severalInvoices: 0.03,
  refunded: 0.02,
  /** Counter terminals hand over a name for most cards. */
  walkInNameOnLine: 0.6,
  walkInEmail: 0.2,
} as const;

export type MixedRates = typeof MIXED_RATES;
