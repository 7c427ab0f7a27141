import { z } from "zod";
import type {
  Deposit,
  DepositAdjustment,
  DepositLine,
  LedgerPayment,
} from "@/generated/prisma/client";
import { plannedInvoices } from "@/lib/constants/planned-invoices";
import { type JournalView, journal as journalView } from "@/lib/contracts/journal";
import { createdEntry } from "@/lib/created-entries";
import {
  type Journal,
  type JournalLine,
  journalTotals,
  toFoundJournal,
  toJournal,
} from "@/lib/journal";
import type { LedgerWords } from "@/lib/ledger-words";
import { toWireDecimal } from "@/lib/money";
import type { ProviderId } from "@/lib/providers/list";
import type { Settlement } from "@/lib/settlement";
import {
  readKindAccounts,
  readLineDefaults,
  withLineDefaults,
} from "@/server/connections/line-settings";
import {
  accountForPayouts,
  hasUndepositedFunds,
  readPaymentAccounts,
} from "@/server/connections/payment-account";
import { readClearingSettings, readSourceSettings } from "@/server/connections/settings";
import type { LedgerDeposit } from "@/server/providers/ledger";
import { getLedger } from "@/server/providers/registry";
import { wordsOf } from "@/server/work/ledger-words";
import type { AddressOf } from "./book-addresses";
import { bankNames } from "./columns";
import type { PlannedFacts } from "./read-deposit";

/** The facts of a deposit that its journal entry shows. */
interface JournalDeposit extends Pick<Deposit, "amount" | "currency" | "integrationId"> {
  /** The source's. */
  provider: ProviderId;
  lines: Pick<DepositLine, "accountId" | "accountName" | "feeAccountId" | "feeAccountName">[];
  integration: { settings: unknown };
}

type JournalPayment = JournalMatch["payments"][number]["payment"];

interface JournalMatch {
  payments: {
    payment: Pick<
      LedgerPayment,
      "kind" | "providerId" | "amount" | "customerName" | "referenceNumber" | "bookedTo"
    > & { planned?: PlannedFacts | null };
  }[];
  adjustments: Pick<DepositAdjustment, "accountId" | "accountName">[];
}

/** Books that are connected, with the settings as they are stored. */
interface JournalBooks {
  provider: ProviderId;
  settings: unknown;
}

/**
 * The journal entry that a deposit would be posted as, with those of the payments that are created for it, in wire format.
 * @param input.books null without any.
 * @param input.memo the Deposit's note.
 */
export function depositJournal(
  deposit: JournalDeposit,
  matches: readonly JournalMatch[],
  input: {
    settlement: Settlement;
    books: JournalBooks | null;
    memo: string;
    posted: boolean;
    addressOf: AddressOf;
  },
): JournalView {
  const { currency, provider } = deposit;
  const { settings } = deposit.integration;
  const { books, posted, addressOf } = input;
  const words = wordsOf(books?.provider);
  const accountOf = waitingAccounts(deposit, books, words);
  const bank = bankNames(books?.settings)({ provider, currency }) || null;
  const payments = matches.flatMap((match) => match.payments.map(({ payment }) => payment));
  const journal = toJournal({
    memo: input.memo,
    amount: Number(deposit.amount),
    bank,
    clearing:
      books && getLedger(books.provider).capabilities.belowZero === "posted"
        ? bank
        : (readClearingSettings(books?.settings)?.clearingName ?? null),
    category: readSourceSettings(settings)?.categoryName ?? null,
    payments: payments.map((payment) => ({
      ...toPayment(payment, words),
      account: accountOf(payment),
    })),
    entries: withLineDefaults(input.settlement.entries, readLineDefaults(settings)),
    accountNames: accountNames(deposit, matches),
  });
  const created = createdEntries(payments, { currency, words, addressOf, accountOf });
  return toJournalView(journal, { currency, posted }, created);
}

type AccountOf = (payment: Pick<JournalPayment, "bookedTo">) => string;

/** The name of the account that a payment waits in; what is created for the deposit waits with its other payments. */
function waitingAccounts(
  deposit: JournalDeposit,
  books: JournalBooks | null,
  words: LedgerWords,
): AccountOf {
  const accounts = readPaymentAccounts(books?.settings);
  const isClearing = books !== null && !hasUndepositedFunds(books);
  const chosen = isClearing ? (accountForPayouts(accounts, deposit)?.id ?? null) : null;
  return ({ bookedTo }) => {
    const id = bookedTo ?? chosen;
    if (id === null) return words.waitingAccount;
    // One that was matched before the choice changed, and is on its way, has no name here.
    return accounts.find((each) => each.id === id)?.name ?? id;
  };
}

/** The names of the accounts that a deposit's lines and differences are booked to, by id. */
export function accountNames(
  { lines, integration }: Pick<JournalDeposit, "lines" | "integration">,
  matches: readonly Pick<JournalMatch, "adjustments">[],
): ReadonlyMap<string, string> {
  const pairs: (readonly [string | null, string | null])[] = [
    ...Object.values(readKindAccounts(integration.settings)).map(
      ({ id, name }) => [id, name] as const,
    ),
    ...matches.flatMap(({ adjustments }) =>
      adjustments.map(({ accountId, accountName }) => [accountId, accountName] as const),
    ),
    ...lines.flatMap(
      (line) =>
        [
          [line.accountId, line.accountName],
          [line.feeAccountId, line.feeAccountName],
        ] as const,
    ),
  ];
  return new Map(pairs.flatMap(([id, name]) => (id && name ? [[id, name] as const] : [])));
}

function toPayment(payment: JournalPayment, words: LedgerWords) {
  return {
    amount: Number(payment.amount),
    customer: payment.customerName,
    memo: paymentTitle(payment, words),
    number: payment.referenceNumber,
  };
}

/** "Sales receipt 145", "Receive money"; without a number until the books hold it. */
export function paymentTitle(
  { kind, providerId, planned }: Pick<JournalPayment, "kind" | "providerId" | "planned">,
  words: LedgerWords,
): string {
  const name = words.payments[kind];
  return planned && planned.createdAt === null
    ? name
    : `${name} ${words.numberOf(providerId)}`.trim();
}

/** The payments and receipts that are created for a deposit, each as its own entry. */
function createdEntries(
  payments: readonly JournalPayment[],
  {
    currency,
    words,
    addressOf,
    accountOf,
  }: { currency: string; words: LedgerWords; addressOf: AddressOf; accountOf: AccountOf },
): JournalView["created"] {
  return payments.flatMap((payment) => {
    const { planned, kind, providerId, customerName: customer } = payment;
    if (!planned) return [];
    const lines = createdEntry({
      kind,
      title: words.payments[kind],
      waitingIn: accountOf(payment),
      amount: Number(payment.amount),
      customer,
      item: planned.itemName ?? "",
      itemAccount: planned.itemAccountName ?? "",
      taxCode: planned.taxCodeName ?? "",
      invoices: plannedInvoices.parse(planned.invoices),
    });
    const name =
      planned.createdAt === null && customer
        ? `${paymentTitle(payment, words)} of ${customer}`
        : paymentTitle(payment, words);
    const url = planned.createdAt === null ? "" : addressOf(providerId, kind);
    return { name, url, lines: lines.map((line) => toWireLine(line, currency)) };
  });
}

/** The journal entry of a Deposit that someone else made, with our payments; null where its parts are not all known. */
export function foundJournal(
  found: LedgerDeposit,
  payments: readonly Omit<JournalPayment, "planned">[],
  words: LedgerWords,
): JournalView | null {
  const journal = toFoundJournal({
    memo: found.note,
    amount: found.total,
    bank: found.bankName || null,
    // Those that were booked to another account are among its own lines.
    payments: payments
      .filter(({ bookedTo }) => bookedTo === null)
      .map((payment) => toPayment({ ...payment, planned: null }, words)),
    entries: found.entries.map((entry) => ({
      account: entry.accountName,
      customer: entry.customerName,
      class: entry.className,
      memo: entry.description,
      amount: entry.amount,
    })),
  });
  return journal && toJournalView(journal, { currency: found.currency, posted: true }, []);
}

/** The first stored entries have no classes. */
const storedJournal = journalView.extend({
  lines: z.array(journalView.shape.lines.element.extend({ class: z.string().default("") })),
});

/** The entry that a posting stored, in wire format; null when it stored none. */
export function readJournal(stored: unknown): JournalView | null {
  return storedJournal.safeParse(stored).data ?? null;
}

/** A journal entry as the wire has it. */
function toJournalView(
  journal: Journal,
  { currency, posted }: { currency: string; posted: boolean },
  created: JournalView["created"],
): JournalView {
  return {
    posted,
    memo: journal.memo,
    lines: journal.lines.map((line) => toWireLine(line, currency)),
    total: toWireDecimal(journalTotals(journal).debit, currency),
    created,
  };
}

function toWireLine(
  { debit, credit, ...line }: JournalLine,
  currency: string,
): JournalView["lines"][number] {
  return {
    ...line,
    debit: toWireDecimal(debit, currency),
    credit: toWireDecimal(credit, currency),
  };
}
