import type { CustomerProfile } from "@/matching/engine/contract";
import { processorId } from "../../books";
import {
  asTyped,
  drawPerson,
  mailbox,
  type PersonName,
  phoneNumber,
  publicHost,
  withoutMarks,
  written,
} from "../../names/contacts";
import type { Random } from "../../random";
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
  means: { card: 77, PayPal: 16, "gift card": 3, "card and gift card": 4 },
  /** Orders whose gateway the tool does not know. */
  meansUnclear: 0.12,
  /** Shoppers who come back. */
  returning: 0.18,
  /** A gift for someone else: card and parcel differ. */
  gift: 0.03,

  /** Companies that send the order number to their processor, and the share of lines with it there. */
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
  /** The import failed unnoticed. */
  paymentMissing: 0.015,
  /** Tools copy amounts: what differs is the rounding of tax. */
  roundedOtherwise: 0.004,
} as const;

export type ImportRates = typeof IMPORT_RATES;

export type Means = "card" | "PayPal" | "gift card" | "card and gift card";

/** Amounts in minor units. */
export interface Order {
  number: string;
  shopper: Shopper;
  day: number;
  goods: number;
  shipping: number;
  tax: number;
  /** Goods, shipping and tax. */
  total: number;
  means: Means;
  /** Part of the total. */
  giftCard: number;
  /** Late enough to fall on another day in another time zone. */
  evening: boolean;
}

/** How the import tool calls customers. */
export type NameForm = "plain" | "last_first" | "upper" | "truncated" | "email";

/** QuickBooks' importers cut names at this width. */
const NAME_WIDTH = 30;

export interface Shopper {
  index: number;
  onCard: string;
  inBooks: string;
  email: string;
  atProcessor: CustomerProfile;
  /** Undefined where the tool writes the name only. */
  atBooks: CustomerProfile | undefined;
}

/** Shoppers, numbered from 0, some of whom come back. */
export class ReturningShoppers {
  private readonly known: Shopper[] = [];
  /** QuickBooks' ids: the tool takes two people of one name for one customer. */
  private readonly ids = new Map<string, string>();
  private readonly details: Random;

  constructor(
    private readonly random: Random,
    private readonly rates: ImportRates,
    private readonly form: NameForm,
  ) {
    this.details = random.fork("profiles");
  }

  next(): Shopper {
    const { random, rates, known } = this;
    if (known.length > 20 && random.chance(rates.returning)) return random.pick(known);
    const shopper = this.make();
    known.push(shopper);
    return shopper;
  }

  private make(): Shopper {
    const { random, rates, details } = this;
    const index = this.known.length;
    const name = drawPerson(random);
    const recipient = random.chance(rates.gift) ? drawPerson(random) : name;
    const email = `${mailbox(name, random)}@${publicHost(random)}`;
    const form = random.chance(rates.nameAsTool) ? this.form : "plain";
    const onCard = random.chance(0.4) ? asTyped(name, random) : written(name);
    const inBooks = nameAs(form, recipient, email);
    const phone = phoneNumber(details);
    const id = this.ids.get(inBooks) ?? String(57 + index);
    this.ids.set(inBooks, id);
    return {
      index,
      onCard,
      inBooks,
      email,
      atProcessor: {
        ...(details.chance(rates.guests) ? {} : { id: processorId("cus_", details).slice(0, 18) }),
        names: [onCard],
        ...(details.chance(0.6) ? { emails: [email] } : {}),
        ...(details.chance(0.3) ? { phones: [phone] } : {}),
      },
      atBooks: details.chance(rates.booksProfile)
        ? {
            id,
            names: [inBooks],
            ...(details.chance(0.6) ? { emails: [email] } : {}),
            ...(details.chance(0.4) ? { phones: [phone] } : {}),
          }
        : undefined,
    };
  }
}

/** A name as the tool writes it into the books. */
function nameAs(form: NameForm, name: PersonName, email: string): string {
  const forms: Readonly<Record<NameForm, () => string>> = {
    plain: () => written(name),
    last_first: () => withoutMarks(`${name.family}, ${name.given}`).toUpperCase(),
    upper: () => withoutMarks(written(name)).toUpperCase(),
    truncated: () => `${written(name)} - ${email}`,
    email: () => email,
  };
  return forms[form]().slice(0, NAME_WIDTH).trimEnd();
}
