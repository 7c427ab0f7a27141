import { z } from "zod";
import type {
  Deposit,
  DepositAdjustment,
  DepositLine,
  LedgerPayment,
} from "@/generated/prisma/client";
import { type JournalView, journal as journalView } from "@/lib/contracts/deposits";
import { type Journal, journalTotals, toFoundJournal, toJournal } from "@/lib/journal";
import { toWireDecimal } from "@/lib/money";
import type { Settlement } from "@/lib/settlement";
import { readKindAccounts } from "@/server/integrations/kind-accounts";
import {
  readClearingSettings,
  readLedgerSettings,
  readSourceSettings,
} from "@/server/integrations/settings";
import type { LedgerDeposit } from "@/server/providers/types";

/** What of a deposit its journal entry shows. */
interface JournalDeposit extends Pick<Deposit, "amount"> {
  lines: Pick<DepositLine, "accountId" | "accountName" | "feeAccountId" | "feeAccountName">[];
  integration: { settings: unknown };
}

interface JournalMatch {
  payments: {
    payment: Pick<
      LedgerPayment,
      "kind" | "providerId" | "amount" | "customerName" | "referenceNumber"
    >;
  }[];
  adjustments: Pick<DepositAdjustment, "accountId" | "accountName">[];
}

/**
 * The journal entry that a deposit would be posted as.
 * @param input.booksSettings of the connected books, as they are stored.
 * @param input.memo the Deposit's note.
 */
export function depositJournal(
  deposit: JournalDeposit,
  matches: readonly JournalMatch[],
  input: { settlement: Settlement; booksSettings: unknown; memo: string },
): Journal {
  const { settings } = deposit.integration;
  return toJournal({
    memo: input.memo,
    amount: Number(deposit.amount),
    bank: readLedgerSettings(input.booksSettings)?.bankName ?? null,
    clearing: readClearingSettings(input.booksSettings)?.clearingName ?? null,
    category: readSourceSettings(settings)?.categoryName ?? null,
    payments: matches.flatMap((match) => match.payments.map(({ payment }) => toPayment(payment))),
    entries: input.settlement.entries,
    accountNames: accountNames(deposit, matches),
  });
}

/** The names of the accounts that a deposit's lines and differences are booked to, by id. */
export function accountNames(
  { lines, integration }: JournalDeposit,
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

const KIND_WORDS: Record<LedgerPayment["kind"], string> = {
  Payment: "Payment",
  SalesReceipt: "Sales receipt",
  RefundReceipt: "Refund receipt",
};

function toPayment(payment: JournalMatch["payments"][number]["payment"]) {
  return {
    amount: Number(payment.amount),
    customer: payment.customerName,
    memo: `${KIND_WORDS[payment.kind]} ${payment.providerId}`,
    number: payment.referenceNumber,
  };
}

/** The journal entry of a Deposit that someone else made, with our payments; null where its parts are not all known. */
export function foundJournal(
  found: LedgerDeposit,
  payments: readonly JournalMatch["payments"][number]["payment"][],
): JournalView | null {
  const journal = toFoundJournal({
    memo: found.note,
    amount: found.total,
    bank: found.bankName || null,
    payments: payments.map(toPayment),
    entries: found.entries.map((entry) => ({
      account: entry.accountName,
      customer: entry.customerName,
      class: entry.className,
      memo: entry.description,
      amount: entry.amount,
    })),
  });
  return journal && toJournalView(journal, found.currency, { posted: true });
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
export function toJournalView(
  journal: Journal,
  currency: string,
  { posted }: { posted: boolean },
): JournalView {
  const wire = (amount: number) => toWireDecimal(amount, currency);
  return {
    posted,
    memo: journal.memo,
    lines: journal.lines.map(({ debit, credit, ...line }) => ({
      ...line,
      debit: wire(debit),
      credit: wire(credit),
    })),
    total: wire(journalTotals(journal).debit),
  };
}
