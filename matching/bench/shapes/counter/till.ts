import { weekday } from "../../calendar";
import { asTyped, drawPerson, withoutMarks } from "../../names/contacts";
import type { Random, Weighted } from "../../random";
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
  modes: { day: 46, brand: 20, shift: 18, terminal: 16 },
  /** Processors print brand or terminal for most merchants; shifts only where staff log in. */
  brandOnLines: 0.8,
  terminalOnLines: 0.6,
  shiftOnLines: 0.45,
  /** Chip cards hand over the holder's name to some processors. */
  holderOnLines: 0.25,
  /** Weekends recorded in one receipt, where the till is not closed on Sunday. */
  weekendTogether: 0.35,
  /** Tips on the slip: counted as sales, held apart for the staff, or not taken. */
  tips: { in_sales: 42, apart: 36, none: 22 },
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

/** What a receipt in the books covers. */
export type Mode = "day" | "brand" | "shift" | "terminal";
export type Tips = "in_sales" | "apart" | "none";
/** When receipts are dated: the day itself, the next morning, or the Monday after. */
export type Dating = "same_day" | "next_morning" | "monday";

/** How one place keeps its till. */
export interface Place {
  perDay: number;
  /** Day of the week when it is closed, 0 for Monday; null for never. */
  closed: number | null;
  terminals: number;
  mode: Mode;
  /** What the processor's lines print. */
  prints: Readonly<Record<"brand" | "terminal" | "shift" | "holder", boolean>>;
  weekendTogether: boolean;
  tips: Tips;
  refundsNetted: boolean;
  cash: boolean;
  net: boolean;
  dating: Dating;
  profiles: boolean;
}

/** One card payment at the counter, before it is written down. Minor units. */
export interface Sale {
  amount: number;
  /** Part of the amount. */
  tip: number;
  brand: string;
  terminal: number;
  shift: string;
  holder: string | undefined;
}

const BRANDS = { Visa: 52, Mastercard: 28, Amex: 12, Discover: 4, Interac: 4 };
const SHIFTS = { AM: 58, PM: 42 };
/** Minor units: coffee, cake, sandwich, lunch, a bag of beans. */
const MENU: Weighted<number> = [
  [325, 22],
  [450, 26],
  [525, 16],
  [395, 12],
  [875, 10],
  [1_250, 8],
  [1_495, 4],
  [1_800, 2],
];
const ITEMS: Weighted<number> = [
  [1, 48],
  [2, 32],
  [3, 13],
  [4, 7],
];
const TIPS: Weighted<number> = [
  [0.15, 30],
  [0.18, 28],
  [0.2, 30],
  [0.1, 12],
];
const SALES_TAX = 0.0825;

/** A place as its owner runs it; see the rates. */
export function drawPlace(random: Random, rates: CounterRates): Place {
  const mode = random.weighted<Mode>(rates.modes);
  return {
    perDay: random.between(rates.fewestPerDay, rates.mostPerDay),
    closed: random.weighted<number | null>([
      [null, 40],
      [6, 35],
      [0, 25],
    ]),
    terminals: mode === "terminal" ? random.between(2, 3) : random.between(1, 3),
    mode,
    prints: {
      brand: random.chance(rates.brandOnLines),
      terminal: random.chance(rates.terminalOnLines),
      shift: random.chance(rates.shiftOnLines) && mode === "shift",
      holder: random.chance(rates.holderOnLines),
    },
    weekendTogether: random.chance(rates.weekendTogether),
    tips: random.weighted<Tips>(rates.tips),
    refundsNetted: random.chance(rates.refundsNetted),
    cash: random.chance(rates.cashInBooks),
    net: random.chance(rates.companiesNet),
    dating: random.weighted<Dating>({ same_day: 60, next_morning: 28, monday: 12 }),
    profiles: random.chance(rates.companiesWithProfiles),
  };
}

/** The card payments of one day, in the order in which they were made. */
export function salesOf(day: number, place: Place, random: Random, rates: CounterRates): Sale[] {
  const rush = weekday(day) >= 5 ? rates.weekendRush : 1;
  const count = Math.max(5, Math.round(place.perDay * rush * (1 + 0.15 * random.normal())));
  const sales = Array.from({ length: count }, () => drawSale(place, random, rates));
  return sales.sort((a, b) => (a.shift < b.shift ? -1 : a.shift > b.shift ? 1 : 0));
}

/** Fields that separate receipts, by mode. */
export function keyOf({ brand, terminal, shift }: Sale, mode: Mode): string {
  const keys = { day: "", brand, terminal: `Terminal ${terminal}`, shift: `${shift} shift` };
  return keys[mode];
}

/** Line descriptions contain the fields that separate receipts. */
export function isVisible({ mode, prints }: Place): boolean {
  return mode === "day" || prints[mode];
}

function drawSale(place: Place, random: Random, rates: CounterRates): Sale {
  let items = 0;
  for (let i = random.weighted(ITEMS); i > 0; i--) items += random.weighted(MENU);
  const taxed = items + Math.round(items * SALES_TAX);
  const tipped = place.tips !== "none" && random.chance(rates.tipped);
  const tip = tipped ? Math.round(items * random.weighted(TIPS)) : 0;
  const person = drawPerson(random);
  const named = place.prints.holder && random.chance(0.7);
  return {
    amount: taxed + tip,
    tip,
    brand: random.weighted(BRANDS),
    terminal: random.between(1, place.terminals),
    shift: random.weighted(SHIFTS),
    holder: named ? withoutMarks(asTyped(person, random)).toUpperCase() : undefined,
  };
}
