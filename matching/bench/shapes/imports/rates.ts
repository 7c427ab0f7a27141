import { NOISE } from "../../rates";

/**
 * A web shop whose orders an import tool writes into QuickBooks. Shares from 0 to 1, by the common
 * sense of someone who has cleaned up after such tools.
 */
export const IMPORT_RATES = {
  ...NOISE,
  fewestPerDay: 25,
  mostPerDay: 60,

  /** Orders by means of payment. PayPal takes about one in six; gift cards are for Christmas. */
  means: [
    ["card", 77],
    ["PayPal", 16],
    ["gift card", 3],
    ["card and gift card", 4],
  ],
  /** Orders whose gateway the tool does not know. */
  meansUnclear: 0.12,
  /** Shoppers who come back. */
  returning: 0.18,
  /** A gift for someone else: card and parcel differ. */
  gift: 0.03,

  /** Companies whose processor is told the order number, and the share of lines with it there. */
  companiesWithOrderOnLine: 0.65,
  orderOnLine: 0.92,
  orderOnLineElsewhere: 0.08,
  lineNameMissing: 0.05,
  lineEmail: 0.85,
  /** Where the import writes the order number: buried in the memo, as a reference, nowhere. */
  orderInMemo: 0.8,
  orderInReference: 0.12,
  /** Companies whose import fills in the address of the sale; others hardly ever. */
  companiesWithEmail: 0.5,
  paymentEmail: 0.7,
  paymentEmailElsewhere: 0.03,
  /** The tool's form of names is kept, apart from customers whom someone typed. */
  nameAsTool: 0.87,
  /** Orders whose customer the tool could not create. */
  paymentNameMissing: 0.03,

  companiesWithProfiles: 0.5,
  /** At the checkout most shoppers are guests, of whom the processor keeps no customer. */
  guests: 0.6,
  booksProfile: 0.85,

  /** Orders written twice, after a timeout or because the order was changed. */
  importedTwice: 0.03,
  /** Of these: both the same in every respect, or the first from before payment or change. */
  twins: 0.35,
  beforePayment: 0.35,
  /** Memos of the first version that say so. */
  marksOldVersion: 0.5,

  /** Companies that record sales tax as a payment of its own, and orders that are taxed. */
  companiesTaxApart: 0.35,
  taxed: 0.45,
  /** The tax is filed under the agency instead of the shopper. */
  taxToAgency: 0.4,
  /** Companies with a channel whose orders come in net of the fee, and its share of orders. */
  companiesNetChannel: 0.4,
  netChannel: 0.2,
  /** Companies whose tool dates by another time zone, and the evening orders that it moves. */
  zones: [
    [0, 40],
    [1, 40],
    [-1, 20],
  ],
  movedByZone: 0.28,

  refunded: 0.045,
  refundedInFull: 0.35,
  refundRecorded: 0.82,
  paypalRefunded: 0.03,
  /** The import failed and nobody saw it. */
  paymentMissing: 0.015,
  /** Tools copy amounts: what differs is the rounding of tax. */
  roundedOtherwise: 0.004,
} as const;

export type ImportRates = typeof IMPORT_RATES;
