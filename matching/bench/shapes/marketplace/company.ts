import type { Random, Weighted } from "../../random";
import { NOISE } from "../../rates";

/**
 * A seller on a marketplace who also has a web shop. Shares from 0 to 1, by the common sense of
 * someone who has kept such books; nothing is measured.
 */
export const MARKETPLACE_RATES = {
  ...NOISE,
  /** Orders of both channels, and the marketplace's share of them, by company. */
  fewestPerDay: 7,
  mostPerDay: 15,
  fewestOnMarketplace: 0.6,
  mostOnMarketplace: 0.85,

  /** Items of an order: one, two or three. */
  items: [
    [1, 66],
    [2, 26],
    [3, 8],
  ],
  returning: 0.1,
  /** Another name on the parcel than the buyer's. */
  gift: 0.06,
  freeShipping: 0.3,
  taxed: 0.6,
  /** Orders of several items sent in several parcels, each charged when it leaves; on one day. */
  severalParcels: 0.09,
  parcelsOnOneDay: 0.6,
  /** Of those, recorded by parcel and not by order. */
  parcelReceipts: 0.4,

  /** Charges that the books do not know, and orders entered twice. */
  paymentMissing: 0.034,
  enteredTwice: 0.004,
  /** Called off after the charge: charged and given back, and no receipt. */
  calledOff: 0.004,
  transposed: 0.005,
  smallDifference: 0.003,
  /** Orders recorded as what arrives: most companies, and those with the habit. */
  netRecorded: 0.004,
  netRecordedByHabit: 0.06,
  companiesNetRecorded: 0.2,
  refunded: 0.045,
  refundedInFull: 0.5,
  refundRecorded: 0.82,

  /** Memos with the title of the (first) item, and without anything. */
  titleInMemo: 0.4,
  memoMissing: 0.25,
  nameMissing: 0.03,
  /** Of numbers typed by hand: one digit wrong, or two swapped. */
  numberMistyped: 0.05,
  companiesTypeNumbers: 0.6,
  companiesWithProfiles: 0.5,
  companiesWithEmail: 0.3,
  email: 0.5,
  /** The web shop's order number on its lines and in the books, and its customers' addresses there. */
  webNumberOnLine: 0.85,
  webNumberInBooks: 0.65,

  /** Companies with a stall on Saturdays, where people pay cash, and memos that say so. */
  companiesWithStall: 0.5,
  cashSaysSo: 0.7,
  /** Per web order: orders paid by PayPal or check. */
  paidElsewhere: 0.06,
  /** Per day: advertising and listing fees, corrections. Reserves: companies, and days with one. */
  otherFees: 0.3,
  corrections: 0.06,
  companiesWithReserve: 0.4,
  reserves: 0.12,
  /** Companies that buy postage from the marketplace, and orders for which they do. */
  companiesWithLabels: 0.4,
  labels: 0.8,
} as const;

export type MarketplaceRates = typeof MARKETPLACE_RATES;

/** What a company's marketplace shows, and how its bookkeeper works. */
export interface Company {
  perDay: number;
  onMarketplace: number;
  /** Minor units; few, so that many orders cost the same. */
  products: readonly Product[];
  tariffs: readonly number[];

  /** Commissions: a line for each order, one for each day, or kept from each charge. */
  fees: "by order" | "by day" | "in charge";
  shippingApart: boolean;
  /** Each item is a line of its own. */
  linePerItem: boolean;
  /** Sales tax that the marketplace collects and remits: whether the payout shows it coming and going. */
  taxShown: boolean;
  buyerShown: "handle" | "name" | "nobody";
  relayShown: boolean;
  numberIn: "description" | "reference";
  reserve: boolean;
  labels: boolean;
  stall: boolean;

  /** Receipts include the tax, where the payout shows it. */
  taxRecorded: boolean;
  dated: "placed" | "shipped" | "paid out" | "session";
  /** Who is the customer of a receipt; a collective one stands for all buyers. */
  naming: "parcel" | "handle" | "collective";
  /** Share of receipts with the order's number, how it is written, and where. */
  numbered: number;
  numberForm: "full" | "without dashes" | "end" | "cut";
  numberInMemo: number;
  mistyped: number;
  netRecorded: number;
  /** Share of orders of several items with a receipt for each. */
  receiptPerItem: number;
  /** Share of days whose orders are one receipt: all such days, or only busy ones. */
  batched: number;
  batchFrom: number;
  /** Share of receipts with an address. */
  email: number;
  profiles: boolean;
}

export interface Product {
  title: string;
  price: number;
}

const THINGS = ["Mug", "Print", "Tote", "Candle", "Bowl", "Scarf", "Notebook", "Planter"] as const;
const LOOKS = ["Walnut", "Blue", "Linen", "Speckled", "Vintage", "Moss", "Large"] as const;
const ENDINGS = [0, 0, 50, 95, 99] as const;
const TARIFFS = [395, 450, 499, 595, 695, 850, 995] as const;

/** Draws the habits of one company. */
export function drawCompany(random: Random, rates: MarketplaceRates): Company {
  const naming = random.weighted({ parcel: 55, handle: 15, collective: 30 });
  const buyerShown = random.weighted({ handle: 40, name: 42, nobody: 18 });
  const isNamedAlike = buyerShown === (naming === "parcel" ? "name" : naming);
  const numbered = random.pick([0.9, 0.75, 0.5, 0.3]);
  const share = random.next();
  const span = rates.mostOnMarketplace - rates.fewestOnMarketplace;
  const [batched, batchFrom] = random.weighted<readonly [number, number]>(BATCHING);
  return {
    perDay: random.between(rates.fewestPerDay, rates.mostPerDay),
    onMarketplace: rates.fewestOnMarketplace + span * share,
    products: drawProducts(random),
    tariffs: random.shuffle([...TARIFFS]).slice(0, 3),
    fees: random.weighted({ "by order": 45, "by day": 25, "in charge": 30 }),
    shippingApart: random.chance(0.7),
    linePerItem: random.chance(0.45),
    taxShown: random.chance(0.5),
    buyerShown,
    relayShown: random.chance(0.5),
    numberIn: random.chance(0.5) ? "description" : "reference",
    reserve: random.chance(rates.companiesWithReserve),
    labels: random.chance(rates.companiesWithLabels),
    stall: random.chance(rates.companiesWithStall),
    taxRecorded: random.chance(0.5),
    dated: random.weighted({ placed: 30, shipped: 35, "paid out": 15, session: 20 }),
    naming,
    // Without names in common a bookkeeper who finds anything again has the number.
    numbered: isNamedAlike ? numbered : Math.max(numbered, 0.75),
    numberForm: random.weighted({ full: 40, "without dashes": 10, end: 30, cut: 20 }),
    numberInMemo: random.pick([0.1, 0.5, 0.95]),
    mistyped: random.chance(rates.companiesTypeNumbers) ? rates.numberMistyped : 0,
    netRecorded: random.chance(rates.companiesNetRecorded)
      ? rates.netRecordedByHabit
      : rates.netRecorded,
    receiptPerItem: random.pick([0.03, 0.03, 0.3, 0.7]),
    batched,
    batchFrom,
    email: random.chance(rates.companiesWithEmail) ? rates.email : 0,
    profiles: random.chance(rates.companiesWithProfiles),
  };
}

/** Share of days, and from how many orders on. */
const BATCHING: Weighted<readonly [share: number, from: number]> = [
  [[0, 2], 55],
  [[0.7, 10], 25],
  [[0.5, 2], 20],
];

function drawProducts(random: Random): Product[] {
  return Array.from({ length: random.between(12, 30) }, () => ({
    title: `${random.pick(LOOKS)} ${random.pick(THINGS)}`,
    price: Math.round(Math.exp(7.6 + 0.6 * random.normal()) / 100) * 100 + random.pick(ENDINGS),
  }));
}
