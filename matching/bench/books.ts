import type { DepositInput, LineInput, PaymentInput } from "@/matching/engine/contract";
import { businessDaysLater, dateOf } from "./calendar";
import type { Dataset, RowFacts, Truth, TruthKind } from "./model";
import type { Random } from "./random";

/** A line (or a deposit without lines) that was added, with what a truth group needs of it. */
export interface LineRef {
  depositId: string;
  /** Null: the deposit as a whole. */
  line: LineInput | null;
  day: number;
  /** Signed, minor units. */
  gross: number;
  fee: number;
}

/** Who pays out: its lines of one currency and day share a payout. */
export interface PayoutSource {
  processor: string;
  /** What the bank's statement says. */
  description: string;
  /** With which the payout's reference begins. */
  prefix: string;
}

interface DraftGroup {
  kind: TruthKind;
  lines: LineRef[];
  payments: PaymentInput[];
}

export interface BooksOptions {
  /** Put before every id, so that several businesses fit into one ledger. */
  prefix: string;
  /** Without truth a million rows take half the memory; used for timing only. */
  keepTruth: boolean;
}

const BUSINESS_DAYS_TO_PAYOUT = 2;
const STRIPE: PayoutSource = {
  processor: "stripe",
  description: "STRIPE PAYOUT",
  prefix: "po_1",
};
const NO_FACTS: RowFacts = { customer: null, showsCustomer: false, references: [] };

/** Collects both sides of a data set and what belongs together; `close` gives ids and order. */
export class Books {
  private readonly payouts = new Map<string, DepositInput & { lines: LineInput[] }>();
  private readonly deposits: DepositInput[] = [];
  private readonly payments: PaymentInput[] = [];
  private readonly groups: DraftGroup[] = [];
  private readonly lineFacts = new Map<string, RowFacts>();
  private readonly paymentFacts = new Map<PaymentInput, RowFacts>();
  private lines = 0;

  constructor(
    private readonly random: Random,
    private readonly options: BooksOptions,
  ) {}

  get lineCount(): number {
    return this.lines;
  }

  /**
   * Adds a line to the payout of its source, currency and day; `fee` is the true one, which the line
   * may hide. `line.id` and `line.date` are set here.
   */
  addLine(
    currency: string,
    day: number,
    line: LineInput,
    fee = 0,
    facts: RowFacts = NO_FACTS,
    source: PayoutSource = STRIPE,
  ): LineRef {
    const payout = this.payoutOf(source, currency, day);
    line.id = `${this.options.prefix}L${++this.lines}`;
    line.date = dateOf(day);
    payout.lines.push(line);
    payout.amount += line.amount - fee;
    if (this.options.keepTruth) this.lineFacts.set(line.id, facts);
    return { depositId: payout.id, line, day, gross: line.amount, fee };
  }

  /** Adds a deposit without lines. `deposit.id` and `deposit.date` are set here. */
  addDeposit(day: number, deposit: DepositInput, facts: RowFacts = NO_FACTS): LineRef {
    deposit.id = this.nextDepositId();
    deposit.date = dateOf(day);
    this.deposits.push(deposit);
    if (this.options.keepTruth) this.lineFacts.set(deposit.id, facts);
    return { depositId: deposit.id, line: null, day, gross: deposit.amount, fee: 0 };
  }

  /** Adds a payment. `payment.date` is set here, `payment.id` when the books are closed. */
  addPayment(day: number, payment: PaymentInput, facts: RowFacts = NO_FACTS): PaymentInput {
    payment.date = dateOf(day);
    this.payments.push(payment);
    if (this.options.keepTruth) this.paymentFacts.set(payment, facts);
    return payment;
  }

  group(kind: TruthKind, lines: LineRef[], payments: PaymentInput[]): void {
    if (this.options.keepTruth) this.groups.push({ kind, lines, payments });
  }

  /** Numbers the payments by date, in random order within a day: an id carries no information. */
  close(): Dataset {
    const { prefix } = this.options;
    this.random.shuffle(this.payments);
    this.payments.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
    for (const [index, payment] of this.payments.entries()) payment.id = `${prefix}P${index + 1}`;
    const deposits = this.deposits.concat([...this.payouts.values()]);
    deposits.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
    return { deposits, payments: this.payments, truth: this.truth() };
  }

  private truth(): Truth {
    const paymentFacts = new Map<string, RowFacts>();
    for (const [payment, facts] of this.paymentFacts) paymentFacts.set(payment.id, facts);
    const groups = this.groups.map(({ kind, lines, payments }) => ({
      depositId: lines[0]?.depositId ?? "",
      lineIds: lines.flatMap(({ line }) => (line ? [line.id] : [])),
      paymentIds: payments.map((payment) => payment.id),
      kind,
      deviation:
        payments.reduce((sum, { amount }) => sum + amount, 0) -
        lines.reduce((sum, { gross }) => sum + gross, 0),
    }));
    return { groups, lineFacts: this.lineFacts, paymentFacts };
  }

  private payoutOf(
    { processor, description, prefix }: PayoutSource,
    currency: string,
    day: number,
  ): DepositInput & { lines: LineInput[] } {
    const arrival = businessDaysLater(day, BUSINESS_DAYS_TO_PAYOUT);
    const key = `${processor}${currency}${arrival}`;
    let payout = this.payouts.get(key);
    if (!payout) {
      payout = {
        id: this.nextDepositId(),
        date: dateOf(arrival),
        amount: 0,
        currency,
        processor,
        description,
        reference: processorId(prefix, this.random),
        lines: [],
      };
      this.payouts.set(key, payout);
    }
    return payout;
  }

  private nextDepositId(): string {
    return `${this.options.prefix}D${this.payouts.size + this.deposits.length + 1}`;
  }
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BODY = 23;
const codes: number[] = [];

/**
 * An id as Stripe makes them, 27 characters: `ch_3` and 23 letters and digits. Built from
 * character codes, so that the string is flat and holds nothing else alive.
 */
export function processorId(prefix: string, random: Random): string {
  codes.length = 0;
  for (let i = 0; i < prefix.length; i++) codes.push(prefix.charCodeAt(i));
  for (let i = 0; i < BODY; i++) {
    codes.push(ALPHABET.charCodeAt(Math.floor(random.next() * ALPHABET.length)));
  }
  return String.fromCharCode(...codes);
}

/** QuickBooks keeps 21 characters of a PaymentRefNum. */
export const REFERENCE_WIDTH = 21;

/** What a shape of business gets to work with. */
export interface ShapeContext {
  books: Books;
  random: Random;
  /** About how many lines (for deposits without lines: sales or bank lines) to make. */
  lines: number;
}

export type WriteShape = (context: ShapeContext) => void;
