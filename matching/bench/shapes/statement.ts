import type { DepositInput, PaymentInput } from "@/matching/engine/contract";
import type { LineRef, ShapeContext, WriteShape } from "../books";
import { businessDayFrom, FIRST_DAY, spanOf } from "../calendar";
import type { RowFacts, TruthKind } from "../model";

import type { Random, Weighted } from "../random";
import { transpose } from "../rates";
import { bankName, type Entry, EntryMaker } from "./entries";

/** A bank statement against the ledger, money in and out. Shares from 0 to 1. */
const RATES = {
  perDay: 30,
  /** What a bank line is. */
  purchase: 0.52,
  check: 0.14,
  credit: 0.18,
  wire: 0.03,
  branchDeposit: 0.08,
  bankOnly: 0.05,
  /** Wires less the bank's fee. */
  wireFee: 0.6,
  transposed: 0.01,
  /** Bank lines that the books do not know. */
  rowMissing: 0.035,
  /** Rows of the books without a name. */
  nameMissing: 0.04,
  /** Per bank line: checks not yet cashed, cash that the bank never saw, entries that were voided. */
  outstanding: 0.04,
  unprocessed: 0.05,
  voided: 0.02,
  /** Voided entries that duplicate a real one. */
  voidedDuplicate: 0.5,
} as const;

type Event = "purchase" | "check" | "credit" | "wire" | "branchDeposit" | "bankOnly";
const EVENTS: Readonly<Record<Event, number>> = {
  purchase: RATES.purchase,
  check: RATES.check,
  credit: RATES.credit,
  wire: RATES.wire,
  branchDeposit: RATES.branchDeposit,
  bankOnly: RATES.bankOnly,
};
/** Bank day − day in the books, in days. */
const CARD_DELAY: Weighted<number> = [
  [0, 40],
  [1, 28],
  [2, 14],
  [3, 6],
  [-1, 6],
  [-2, 3],
  [-7, 1],
  [9, 2],
];
const CHECK_DELAY: Weighted<number> = [
  [3, 15],
  [4, 15],
  [5, 15],
  [6, 14],
  [7, 12],
  [9, 10],
  [12, 8],
  [16, 6],
  [22, 5],
];
const WIRE_FEES = [1500, 2500] as const;
const BANK_TEXTS = [
  "MONTHLY SERVICE FEE",
  "INTEREST PAYMENT",
  "WIRE TRANSFER FEE",
  "ATM FEE",
] as const;
const VENDORS_PER_DAILY_LINE = 6;
const CURRENCY = "USD";

export const writeStatement: WriteShape = (context) => {
  const { random, lines } = context;
  const { days, perDay } = spanOf(lines, RATES.perDay);
  const writer = new StatementWriter(context, Math.round(perDay * VENDORS_PER_DAILY_LINE));
  const count = Math.round(days * perDay);
  for (let i = 0; i < count; i++) {
    writer.write(random.weighted(EVENTS), FIRST_DAY + random.between(0, days - 1));
  }
};

class StatementWriter {
  private slip = 301;
  private readonly random: Random;
  private readonly entries: EntryMaker;

  constructor(
    private readonly context: ShapeContext,
    people: number,
  ) {
    this.random = context.random;
    this.entries = new EntryMaker(this.random, people);
  }

  write(event: Event, day: number): void {
    const { random } = this;
    this[event](day);
    if (random.chance(RATES.outstanding)) this.book(day, this.entries.check());
    if (random.chance(RATES.unprocessed)) this.book(day, this.entries.receipt());
    if (random.chance(RATES.voided)) this.voided(day, this.entries.purchase(this.entries.vendor()));
  }

  private purchase(day: number): void {
    const { random } = this;
    const vendor = this.entries.vendor();
    const entry = this.entries.purchase(vendor);
    const delay = random.weighted(CARD_DELAY);
    if (random.chance(RATES.voided * RATES.voidedDuplicate)) this.voided(day, entry);
    this.pair(day, entry, delay, vendor.describe(random), []);
  }

  private check(day: number): void {
    const entry = this.entries.check();
    const text = `CHECK ${entry.reference}`;
    const references = [`check ${entry.reference}`];
    this.pair(day, entry, this.random.weighted(CHECK_DELAY), text, references);
  }

  private credit(day: number): void {
    const entry = this.entries.receipt();
    const text = `ACH CREDIT ${bankName(entry.name).slice(0, 16)} PMT`;
    this.pair(day, entry, this.random.between(0, 3), text, []);
  }

  private wire(day: number): void {
    const { random } = this;
    const entry = this.entries.receipt();
    const fee = random.chance(RATES.wireFee) ? random.pick(WIRE_FEES) : 0;
    const text = `WIRE IN ORG=${bankName(entry.name).slice(0, 24)}`;
    const bank = this.bankLine(day, entry.amount - fee, text, entry.index, []);
    const payment = this.book(day - random.between(0, 2), entry);
    this.context.books.group(fee === 0 ? "one_to_one" : "small_difference", [bank], [payment]);
  }

  /** Several customers' checks taken to the branch together. */
  private branchDeposit(day: number): void {
    const { random } = this;
    const count = random.between(2, 5);
    const booked = day - random.between(0, 2);
    const entries = Array.from({ length: count }, () => this.entries.receipt());
    const total = entries.reduce((sum, { amount }) => sum + amount, 0);
    const bank = this.bankLine(day, total, `DEPOSIT ${this.slip++}`, null, []);
    const payments = entries.map((entry) => {
      const reference = random.chance(0.7) ? String(random.between(101, 9999)) : undefined;
      return this.book(booked, reference === undefined ? entry : { ...entry, reference });
    });
    this.context.books.group("batch", [bank], payments);
  }

  private bankOnly(day: number): void {
    const { random } = this;
    const text = random.pick(BANK_TEXTS);
    const sign = text.startsWith("INTEREST") ? 1 : -1;
    this.bankLine(
      day,
      sign * random.pick([300, 1200, 1500, 2500, random.between(12, 900)]),
      text,
      null,
      [],
    );
  }

  /** An entry and its reversal: they cancel each other and belong to no bank line. */
  private voided(day: number, entry: Entry): void {
    const { random } = this;
    const original = this.book(day, entry);
    const reversal = this.book(day + random.between(0, 3), { ...entry, amount: -entry.amount });
    if (random.chance(0.6)) reversal.note = "Reversal";
    if (random.chance(0.3)) original.note = "Void";
  }

  private pair(
    day: number,
    entry: Entry,
    delay: number,
    text: string,
    references: readonly string[],
  ): void {
    const { random } = this;
    const bank = this.bankLine(day, entry.amount, text, entry.index, references);
    if (random.chance(RATES.rowMissing)) return;
    const swapped = random.chance(RATES.transposed)
      ? Math.sign(entry.amount) * transpose(Math.abs(entry.amount), random)
      : entry.amount;
    const payment = this.book(bank.day - delay, { ...entry, amount: swapped }, references);
    const kind: TruthKind =
      swapped !== entry.amount ? "transposed" : references.length > 0 ? "check" : "one_to_one";
    this.context.books.group(kind, [bank], [payment]);
  }

  private bankLine(
    day: number,
    amount: number,
    description: string,
    customer: number | null,
    references: readonly string[],
  ): LineRef {
    const deposit: DepositInput = { id: "", date: "", amount, currency: CURRENCY, description };
    const facts: RowFacts = { customer, showsCustomer: customer !== null, references };
    return this.context.books.addDeposit(businessDayFrom(day), deposit, facts);
  }

  private book(day: number, entry: Entry, references: readonly string[] = []): PaymentInput {
    const payment: PaymentInput = { id: "", date: "", amount: entry.amount, currency: CURRENCY };
    const named = !this.random.chance(RATES.nameMissing);
    if (named) payment.customerName = entry.name;
    if (entry.reference !== undefined) payment.reference = entry.reference;
    payment.type = entry.type;
    const facts: RowFacts = { customer: entry.index, showsCustomer: named, references };
    return this.context.books.addPayment(day, payment, facts);
  }
}
