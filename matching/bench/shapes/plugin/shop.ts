import { FIRST_DAY } from "../../calendar";
import type { Random, Weighted } from "../../random";
import { NOISE } from "../../rates";

/**
 * A web shop whose payment plugin writes two numbers on each charge, of which the books mostly have
 * one. Shares from 0 to 1, by common sense and not measured. {@link drawShop} has the weights of
 * what differs between shops.
 */
export const PLUGIN_RATES = {
  ...NOISE,
  fewestPerDay: 5,
  mostPerDay: 12,

  /** Orders of shops that take other means beside cards; most of the transfers are wholesale. */
  transfer: 0.06,
  payPal: 0.08,
  /** Memos of such receipts that say so; others look like any other. */
  saysMeans: 0.7,

  company: 0.14,
  guest: 0.55,
  returning: 0.22,
  /** Of wholesale buyers. */
  companyReturning: 0.7,
  /** The parcel goes to someone else, or the recipient is typed otherwise. */
  gift: 0.05,
  typedAgain: 0.25,
  opaqueEmail: 0.25,
  lineNameMissing: 0.04,
  lineEmail: 0.85,
  /** Company buyers whose charge names the company, and whose receipt names the person. */
  companyOnLine: 0.35,
  personInBooks: 0.18,
  paymentNameMissing: 0.015,

  /** Charges typed into the processor's own page for orders by phone: no number on them. */
  byPhone: 0.015,
  /** Receipts with the number that this shop's books do not usually have. */
  otherNumber: 0.04,
  /** Typed numbers with one digit wrong or two swapped. */
  digitError: 0.02,
  transposed: 0.003,

  /** One order, two charges and one receipt; of these, the second card is tried on a later day. */
  twoCards: 0.01,
  secondCardLater: 0.35,
  /** Orders changed after payment: the receipt differs, something is charged, or given back. */
  edited: 0.006,
  chargedMore: 0.008,
  receiptRaised: 0.35,
  givenBack: 0.007,
  receiptLowered: 0.4,
  /** Where a shop takes deposits: orders with one, and those with one receipt for all of it. */
  deposit: 0.05,
  oneReceipt: 0.12,
  /** Where a shop has subscriptions: orders that begin one, and months in which it ends. */
  subscribes: 0.05,
  cancels: 0.08,

  refunded: 0.035,
  refundedInFull: 0.4,
  refundRecorded: 0.85,
  paymentMissing: 0.012,
} as const;

export type PluginRates = typeof PLUGIN_RATES;

/** Which of its two numbers an order goes by. */
type Which = "internal" | "facing" | "both";

interface Market {
  currency: string;
  /** Of buyers abroad, where the shop prices for them. */
  second: string | null;
  abroad: number;
  /** Domains of the countries besides the English-speaking ones. */
  countries: readonly string[];
  words: readonly string[];
}

/** What one shop, its plugin and its books do. Money in minor units, shares from 0 to 1. */
export type Shop = ReturnType<typeof drawShop>;

const NAMES: readonly (readonly [name: string, domain: string])[] = [
  ["Northgate Tea", "northgatetea.com"],
  ["Maison Verte", "maison-verte.eu"],
  ["Oak & Anvil", "oakandanvil.shop"],
  ["Pedalworks", "pedalworks.co.uk"],
  ["Lumen Studio", "lumenstudio.store"],
  ["Harbour Goods", "harbourgoods.com"],
  ["Fjord Wool", "fjordwool.no"],
  ["Kiln Room", "kilnroom.org"],
];

const PLATFORMS = [
  ["WC", "metadata.order_id", "metadata.order_number"],
  ["MAG", "metadata.quote_id", "metadata.order_increment_id"],
  ["PS", "metadata.cart_id", "metadata.invoice_number"],
  ["SW", "metadata.orderId", "metadata.orderNumber"],
] as const;

const MARKETS: Weighted<Market> = [
  [{ currency: "USD", second: null, abroad: 0.08, countries: ["de", "es"], words: ["Order"] }, 24],
  [{ currency: "USD", second: "GBP", abroad: 0.18, countries: ["fr"], words: ["Order"] }, 10],
  [{ currency: "GBP", second: null, abroad: 0.12, countries: ["fr", "pl"], words: ["Order"] }, 20],
  [{ currency: "GBP", second: "EUR", abroad: 0.25, countries: ["de", "fr"], words: ["Order"] }, 14],
  [
    {
      currency: "EUR",
      second: null,
      abroad: 0.85,
      countries: ["de", "fr", "es", "pt", "pl", "no"],
      words: ["Order", "Bestellung", "Commande"],
    },
    32,
  ],
];

const CHEAP = [990, 1_250, 1_490, 1_900, 2_450, 2_900, 3_495] as const;
const DEAR = [3_900, 4_950, 5_900, 7_500, 8_990, 11_900, 14_900, 24_900] as const;
const PLANS = [1_490, 1_900, 2_400, 2_900, 3_900] as const;

/** Draws a shop. Weights add up to 100. */
export function drawShop(random: Random) {
  const [name, domain] = random.pick(NAMES);
  const { words, ...market } = random.weighted(MARKETS);
  const [tag, internalField, facingField] = random.pick(PLATFORMS);
  const synced = random.chance(0.6);
  const firstInternal = random.between(1_000, 42_000);
  const form = random.weighted({ bare: 36, hash: 14, tag: 18, word: 18, domain: 14 });
  const before = drawRecords(random);
  const after = random.chance(0.2) ? drawRecords(random) : before;
  const guests = random.weighted({ named: 55, collective: 28, email: 17 });
  return {
    name,
    domain,
    ...market,
    prices: pickSome(random, random.chance(0.5) ? CHEAP : [...CHEAP, ...DEAR], [3, 9]),
    shipping: random.pick([[0], [495], [0, 495], [0, 590, 990, 1_450]]),
    salesTax: market.currency === "USD" && random.chance(0.5) ? 0.0725 : 0,
    otherMeans: random.chance(0.75),
    deposits: random.chance(0.4),
    /** A month; empty: no subscriptions. */
    plans: random.chance(0.45) ? pickSome(random, PLANS, [1, 3]) : [],

    /** Before the number, where the sync app names the platform. */
    tag,
    internalField,
    facingField,
    facingPrefix: random.pick(["", "", "W-", "WEB", "INV-", "RE"]),
    facingWidth: tag === "MAG" ? 9 : random.pick([0, 0, 6]),
    firstInternal,
    firstFacing: firstInternal + random.between(-40, 260),
    /** Internal ids that no order gets: carts left behind. */
    skips: random.between(0, 35) / 100,
    /** Where a charge has its two numbers, and which of them its text has, where it has one. */
    layout: random.weighted({ fields: 28, "fields and text": 24, "one each": 26, text: 22 }),
    textShows: random.weighted({ internal: 50, facing: 50 }),
    word: random.pick(words),
    /** Renewals: the numbers of the first order, or an internal id of their own beside its number. */
    renewalShows: random.weighted({ first: 50, "own id": 50 }),
    renewalInBooks: random.weighted({ first: 60, own: 40 }),

    /** A sync app writes the books; otherwise a bookkeeper by hand. */
    synced,
    /** Before and from a day on: some change their app. */
    records: [before, after] as const,
    changeDay: FIRST_DAY + random.between(50, 180),
    place: random.weighted({ reference: 48, memo: 34, either: 18 }),
    form,
    stripsPrefix: random.chance(0.5),
    numberShown: synced ? 0.97 : random.between(55, 90) / 100,
    dated: synced
      ? random.weighted({ payment: 50, shipping: 50 })
      : random.weighted({ entry: 50, shipping: 28, session: 22 }),
    namesFrom: random.weighted({ billing: 60, shipping: 40 }),
    nameForm: random.weighted({ plain: 70, "last first": 18, upper: 12 }),
    /** Only a whole number makes up for a name. */
    guests: synced && form !== "domain" ? guests : "named",
    paymentEmail: random.chance(0.4) ? 0.75 : 0.05,
    /** Days of which the books have one sum. */
    dayBatches: random.chance(0.35) ? 0.1 : 0,
    notesItems: random.chance(0.25),
    statesMethod: random.chance(0.35),
    profiles: random.chance(0.5),
  };
}

function drawRecords(random: Random): Which {
  return random.weighted<Which>({ internal: 36, facing: 42, both: 22 });
}

function pickSome(random: Random, from: readonly number[], [least, most]: [number, number]) {
  return random.shuffle([...from]).slice(0, random.between(least, most));
}
