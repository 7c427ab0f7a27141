import { Books, type WriteShape } from "./books";
import type { Dataset, LineShape, Shape } from "./model";
import { Random } from "./random";
import { writeAgencies } from "./shapes/agencies/agencies";
import { writeClub } from "./shapes/club/club";
import { writeCounter } from "./shapes/counter/counter";
import { writeDonations } from "./shapes/donations";
import { writeImports } from "./shapes/imports/imports";
import { writeInvoices } from "./shapes/invoices";
import { writeLanguages } from "./shapes/languages";
import { writeLawFirm } from "./shapes/lawfirm/lawfirm";
import { writeMarketplace } from "./shapes/marketplace/marketplace";
import { writeMixed } from "./shapes/mixed/mixed";
import { writeOrders } from "./shapes/orders";
import { writePayouts } from "./shapes/payouts";
import { writePlugin } from "./shapes/plugin/plugin";
import { writePractice } from "./shapes/practice/practice";
import { writeRents } from "./shapes/rents/rents";
import { writeShop } from "./shapes/shop";
import { writeStatement } from "./shapes/statement";
import { writeSubscriptions } from "./shapes/subscriptions";

export interface GenerateRequest {
  shape: Shape;
  /** About how many lines; deposits without lines count the rows behind them. */
  lines: number;
  seed: number;
  /** Put before every id; none by default. */
  prefix?: string;
  /** False leaves the truth empty, which halves the memory. True by default. */
  keepTruth?: boolean;
}

const WRITERS: Readonly<Record<Shape, WriteShape>> = {
  subscriptions: writeSubscriptions,
  shop: writeShop,
  invoices: writeInvoices,
  donations: writeDonations,
  languages: writeLanguages,
  orders: writeOrders,
  agencies: writeAgencies,
  club: writeClub,
  rents: writeRents,
  counter: writeCounter,
  imports: writeImports,
  mixed: writeMixed,
  lawfirm: writeLawFirm,
  plugin: writePlugin,
  marketplace: writeMarketplace,
  practice: writePractice,
  payouts: writePayouts,
  statement: writeStatement,
};

/** Deposits, payments and the truth between them. The same request gives the same answer. */
export function generate(request: GenerateRequest): Dataset {
  const { shape, lines, seed, prefix = "", keepTruth = true } = request;
  const random = new Random(seed, shape);
  const books = new Books(random.fork("books"), { prefix, keepTruth });
  WRITERS[shape]({ books, random: random.fork("shape"), lines });
  return books.close();
}

/** The lines of business of {@link generateMix}: fixed, so that its figures stay comparable. */
const MIX: readonly LineShape[] = ["subscriptions", "shop", "invoices", "donations"];

/**
 * One company with four lines of business, a quarter of the lines each, in one ledger: what the
 * speed figures are measured on. Without truth, which saves memory.
 */
export function generateMix(lines: number, seed: number): Pick<Dataset, "deposits" | "payments"> {
  const parts = MIX.map((shape) =>
    generate({
      shape,
      lines: Math.round(lines / MIX.length),
      seed,
      prefix: `${shape.slice(0, 2)}-`,
      keepTruth: false,
    }),
  );
  return {
    deposits: parts.flatMap(({ deposits }) => deposits),
    payments: parts.flatMap(({ payments }) => payments),
  };
}
