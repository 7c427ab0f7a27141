import { fromDayNumber, toDayNumber } from "@/lib/dates";
import type { DepositInput, LineInput, PaymentInput } from "@/matching/engine/contract";
import type { Dataset, RowFacts, Truth } from "./model";
import { Random } from "./random";

/*
 * Makes a data set harder in one respect. Pure and deterministic: the input stays as it is, and a row
 * is hit by a draw of its own, so what a small share hits, a larger share hits too.
 */

/**
 * A share (0 to 1) of the rows on either side loses its customer: name, address and profile. Free text
 * that mentions the customer keeps only its numbers.
 */
export function loseNames(dataset: Dataset, share: number): Dataset {
  const { lineFacts, paymentFacts } = dataset.truth;
  const nothing = { email: undefined, customer: undefined };
  return changeRows(dataset, drawer("names", share), {
    line: ({ entity, description, ...line }) => {
      const text = withoutCustomer(description, entity, lineFacts.get(line.id));
      return { ...line, ...nothing, entity: undefined, description: text };
    },
    payment: ({ customerName, note, ...payment }) => {
      const text = withoutCustomer(note, customerName, paymentFacts.get(payment.id));
      return { ...payment, ...nothing, customerName: undefined, note: text };
    },
    facts: (facts) => ({ ...facts, showsCustomer: false }),
  });
}

/**
 * A share (0 to 1) of the rows on either side loses its references: the field, and every word with a
 * digit in the free text.
 */
export function loseReferences(dataset: Dataset, share: number): Dataset {
  const withoutNumbers = (text: string | undefined) =>
    text &&
    wordsOf(text)
      .filter((word) => !isNumber(word))
      .join(" ");
  return changeRows(dataset, drawer("references", share), {
    line: ({ description, ...line }) => {
      return { ...line, reference: undefined, description: withoutNumbers(description) };
    },
    payment: ({ note, ...payment }) => {
      return { ...payment, reference: undefined, note: withoutNumbers(note) };
    },
    facts: (facts) => ({ ...facts, references: [] }),
  });
}

/**
 * A share (0 to 1) of the payments is not in the books. A truth group that lacks one is none any more;
 * its other payments stay and explain nothing.
 */
export function losePayments(dataset: Dataset, share: number): Dataset {
  const isHit = drawer("payments", share);
  const { deposits, payments, truth } = dataset;
  return {
    deposits,
    payments: payments.filter(({ id }) => !isHit(id)),
    truth: { ...truth, groups: truth.groups.filter((group) => !group.paymentIds.some(isHit)) },
  };
}

/** A share (0 to 1) of the sales is not in the books: all payments of their truth groups are gone. */
export function loseSales({ deposits, payments, truth }: Dataset, share: number): Dataset {
  const isHit = drawer("payments", share);
  const lost = new Set(
    truth.groups
      .filter(({ paymentIds }) => isHit(paymentIds[0] ?? ""))
      .flatMap((one) => one.paymentIds),
  );
  return {
    deposits,
    payments: payments.filter(({ id }) => !lost.has(id)),
    truth: {
      ...truth,
      groups: truth.groups.filter((one) => !one.paymentIds.some((id) => lost.has(id))),
    },
  };
}

/**
 * Nothing is missing in the books: lines, and deposits without lines, that no payment explains are gone.
 * Lines that never have a payment stay.
 */
export function keepRecorded({ deposits, payments, truth }: Dataset): Dataset {
  const recorded = recordedIds({ truth });
  const isKept = ({ id, type }: LineInput) => recorded.has(id) || !SALES.has(type);
  return {
    deposits: deposits.flatMap((deposit) => {
      if (!deposit.lines?.length) return recorded.has(deposit.id) ? [deposit] : [];
      const lines = deposit.lines.filter(isKept);
      return lines.length > 0 ? [{ ...deposit, lines }] : [];
    }),
    payments,
    truth,
  };
}

const SALES = new Set(["charge", "payment", "refund", "payment_refund", "dispute"]);

/** Ids of the lines, and of the deposits without lines, whose payments are in the books. */
export function recordedIds({ truth }: Pick<Dataset, "truth">): Set<string> {
  return new Set(
    truth.groups.flatMap(({ depositId, lineIds }) => (lineIds.length > 0 ? lineIds : [depositId])),
  );
}

/**
 * Payments are booked `factor` times as many days from their line as before. Payments that belong to
 * no line stay where they are.
 */
export function stretchLags({ deposits, payments, truth }: Dataset, factor: number): Dataset {
  const lineDays = new Map<string, number>();
  for (const { id, date, lines = [] } of deposits) {
    lineDays.set(id, toDayNumber(date));
    for (const line of lines) lineDays.set(line.id, toDayNumber(line.date));
  }
  const origins = new Map<string, number>();
  for (const { depositId, lineIds, paymentIds } of truth.groups) {
    const origin = lineDays.get(lineIds[0] ?? depositId);
    if (origin === undefined) continue;
    for (const id of paymentIds) origins.set(id, origin);
  }
  const moved = payments.map((payment) => {
    const origin = origins.get(payment.id);
    if (origin === undefined) return payment;
    const lag = toDayNumber(payment.date) - origin;
    return { ...payment, date: fromDayNumber(origin + Math.round(lag * factor)) };
  });
  return { deposits, payments: moved, truth };
}

/**
 * Several businesses of the same period in one ledger: as many times denser as there are data sets. Ids
 * have to differ already. Customers and short numbers of sales (INV-1001), which each business counts
 * from the same start, are distinguished; equal names, amounts and days make it hard.
 */
export function overlay(parts: readonly Dataset[]): Dataset {
  const renumbered = parts.map(renumber);
  return {
    deposits: renumbered.flatMap(({ deposits }) => deposits),
    payments: renumbered.flatMap(({ payments }) => payments),
    truth: {
      groups: renumbered.flatMap(({ truth }) => truth.groups),
      lineFacts: new Map(renumbered.flatMap(({ truth }) => [...truth.lineFacts])),
      paymentFacts: new Map(renumbered.flatMap(({ truth }) => [...truth.paymentFacts])),
    },
  };
}

/** More customers than a data set has. */
const CUSTOMERS_PER_PART = 10_000_000;
const SALE_NUMBER = /^(\D*)(\d{1,9})$/;

function renumber(dataset: Dataset, part: number): Dataset {
  if (part === 0) return dataset;
  const { lineFacts, paymentFacts } = dataset.truth;
  const numberOf = (reference: string) => reference.replace(SALE_NUMBER, `$1${part}$2`);
  const change =
    (facts: ReadonlyMap<string, RowFacts>) =>
    <Row extends LineInput | PaymentInput>(row: Row): Row => {
      const references = facts.get(row.id)?.references ?? [];
      const rewrite = (text: string) =>
        references.reduce((changed, each) => changed.replaceAll(each, numberOf(each)), text);
      const profile = row.customer;
      const id = profile?.id === undefined ? undefined : `${part}-${profile.id}`;
      return {
        ...row,
        ...(row.reference !== undefined && { reference: rewrite(row.reference) }),
        ...("note" in row && row.note !== undefined && { note: rewrite(row.note) }),
        ...("description" in row &&
          row.description !== undefined && { description: rewrite(row.description) }),
        ...(profile && { customer: { ...profile, id } }),
      };
    };
  return changeRows(dataset, () => true, {
    line: change(lineFacts),
    payment: change(paymentFacts),
    facts: (facts) => ({
      ...facts,
      customer: facts.customer === null ? null : facts.customer + part * CUSTOMERS_PER_PART,
      references: facts.references.map(numberOf),
    }),
  });
}

interface RowChanges {
  line: (line: LineInput) => LineInput;
  payment: (payment: PaymentInput) => PaymentInput;
  facts: (facts: RowFacts) => RowFacts;
}

/** Changes the lines and payments that are hit, and what is known about them. */
function changeRows(
  { deposits, payments, truth }: Dataset,
  isHit: (id: string) => boolean,
  { line, payment, facts }: RowChanges,
): Dataset {
  const changedLines = (deposit: DepositInput): DepositInput => {
    if (!deposit.lines) return deposit;
    return { ...deposit, lines: deposit.lines.map((each) => (isHit(each.id) ? line(each) : each)) };
  };
  const changedFacts = (all: Truth["lineFacts"]) =>
    new Map([...all].map(([id, each]) => [id, isHit(id) ? facts(each) : each] as const));
  return {
    deposits: deposits.map(changedLines),
    payments: payments.map((each) => (isHit(each.id) ? payment(each) : each)),
    truth: {
      groups: truth.groups,
      lineFacts: changedFacts(truth.lineFacts),
      paymentFacts: changedFacts(truth.paymentFacts),
    },
  };
}

/** Tests whether a row is among the share that is hit; the same row always draws the same number. */
function drawer(label: string, share: number): (id: string) => boolean {
  return (id) => new Random(0, `${label} ${id}`).next() < share;
}

/** Shorter words of a name are found in any text. */
const MIN_NAME_WORD = 4;

/**
 * Only the numbers of a text that mentions the row's name. A row without a name that shows its customer
 * may do so in the text, too.
 */
function withoutCustomer(
  text: string | undefined,
  name: string | undefined,
  facts: RowFacts | undefined,
): string | undefined {
  if (text === undefined) return undefined;
  const words = wordsOf(name?.toLowerCase()).filter(({ length }) => length >= MIN_NAME_WORD);
  const isMentioned =
    name === undefined
      ? facts?.showsCustomer
      : words.some((word) => text.toLowerCase().includes(word));
  return isMentioned ? wordsOf(text).filter(isNumber).join(" ") : text;
}

function wordsOf(text = ""): string[] {
  return text.split(/\s+/);
}

function isNumber(word: string): boolean {
  return /\d/.test(word);
}
