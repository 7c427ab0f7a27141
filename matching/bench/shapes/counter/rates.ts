import { NOISE } from "../../rates";

/**
 * A café or shop with card terminals, whose books hold a sales receipt per day. Shares from 0 to 1,
 * by the common sense of someone who has closed such tills.
 */
export const COUNTER_RATES = {
  ...NOISE,
  /** Card payments on an ordinary day of a small place; at weekends about a third more. */
  fewestPerDay: 40,
  mostPerDay: 95,
  weekendRush: 1.35,

  /** Shares of companies. Most point-of-sale exports give a total per day. */
  modes: [
    ["day", 46],
    ["brand", 20],
    ["shift", 18],
    ["terminal", 16],
  ],
  /** Processors print brand or terminal for most merchants; shifts only where staff log in. */
  brandOnLines: 0.8,
  terminalOnLines: 0.6,
  shiftOnLines: 0.45,
  /** Chip cards hand over the holder's name to some processors. */
  holderOnLines: 0.25,
  /** Weekends recorded in one receipt, where the till is not closed on Sunday. */
  weekendTogether: 0.35,
  /** Tips on the slip: counted as sales, held apart for the staff, or not taken. */
  tips: [
    ["in_sales", 42],
    ["apart", 36],
    ["none", 22],
  ],
  /** Refunds lessen the day's total, or are receipts of their own. */
  refundsNetted: 0.5,
  /** The books hold the day's cash as well. */
  cashInBooks: 0.7,
  /** Bookkeepers who copy the terminal's statement, which is less the fee. */
  companiesNet: 0.1,
  companiesWithProfiles: 0.5,

  /** Slips with a tip, where tips are taken. */
  tipped: 0.55,
  /** Of charges: wrong order, cold coffee. */
  refunded: 0.006,
  refundRecorded: 0.85,
  /** Share of days without a receipt, or with a typing error in it. */
  paymentMissing: 0.015,
  netRecorded: 0.005,
  transposed: 0.008,
  /** A void after closing, a coffee on the house. */
  smallDifference: 0.02,

  /** Named invoices a week: office lunches, parties. */
  cateringPerWeek: 3,
  cateringByTransfer: 0.2,
  cateringMissing: 0.03,
  invoiceOnLine: 0.5,
  invoiceInBooks: 0.6,
  lineEmail: 0.6,
  /** Lines without the processor's id: exports of older terminals. */
  lineReferenceMissing: 0.02,
} as const;

export type CounterRates = typeof COUNTER_RATES;
