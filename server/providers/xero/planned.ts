import { sumMinor } from "@/lib/money";
import { ProviderError } from "@/server/providers/errors";
import type { DepositDraft, DepositDraftEntry } from "@/server/providers/ledger";
import type { Chart } from "./accounts";
import { accountOfLine, type Booked, type Part } from "./booked";
import type { XeroAccount } from "./schemas";
import { trackingOf } from "./tracking";
import { currencyOf } from "./transactions";
import { minorOf, wireAmount } from "./wire";

/** A document that a payout needs. Amounts in minor units. */
export type Planned = { part: Part; date: string; reference: string; currency: string } & (
  | { transfer: { from: string; to: string; amount: number }; transaction?: undefined }
  | {
      transaction: { type: "SPEND" | "RECEIVE"; account: string; lines: PlannedLine[] };
      transfer?: undefined;
    }
);

interface PlannedLine {
  /** As the document has it: of money spent, a fee is positive. */
  amount: number;
  accountId: string;
  description: string;
  classId?: string | undefined;
  locationId?: string | undefined;
  /** Absent: the document is without tax. */
  taxType?: string | undefined;
}

const REFERENCE_LENGTH = 255;
/** Of a note that is too long: the words that say it is ours, or the whole request id by which a payment is found again. */
const END_LENGTH = 36;

/** A draft's note as Xero takes it and can be asked for it: with its beginning, which has the payout's id, and its end. */
export function referenceFor(note: string): string {
  const plain = note.replace(/["\\]/g, "'");
  if (plain.length <= REFERENCE_LENGTH) return plain;
  return `${plain.slice(0, REFERENCE_LENGTH - END_LENGTH - 1)}…${plain.slice(-END_LENGTH)}`;
}

/**
 * The documents of a payout, in the order in which they are sent: entries first, since a transfer is the last to be
 * refused and the hardest to take back.
 * @param noTax what a line without tax carries beside lines with it.
 * @throws ProviderError "rejected" for accounts between which Xero can't book it.
 */
export function plan(draft: DepositDraft, chart: Chart, noTax: string): Planned[] {
  const { bank, clearing } = accountsOf(draft, chart);
  const onBank = draft.entries
    .map(({ accountId }) => chart.accounts.get(accountId))
    .find((account) => account?.Type === "BANK");
  if (onBank) {
    throw refused(
      "bank_account_line",
      `${onBank.Name} is a bank account, and Xero takes no line on one. Choose another account.`,
    );
  }
  const about = {
    date: draft.date,
    reference: referenceFor(draft.note),
    currency: draft.currency,
  };
  const gross = sumMinor(draft.payments.map(({ amount }) => amount));
  const lines = draft.entries
    .filter(({ amount }) => amount !== 0)
    .map((entry) => lineOf(entry, draft));
  if (clearing.Type === "BANK") {
    const planned = [
      ...entriesOn(clearing.AccountID, lines, about),
      ...moved(draft.total, { bank: bank.AccountID, clearing: clearing.AccountID }, about),
    ];
    if (planned.length > 0) return planned;
    throw refused("nothing_to_book", "This payout moves no account, so there is nothing to book.");
  }
  if (draft.total === 0) {
    throw refused(
      "nothing_to_bank",
      `Xero can't book a payout of zero from ${clearing.Name}, which is no bank account. Enter a manual journal there.`,
    );
  }
  const cleared: PlannedLine = {
    amount: gross,
    accountId: clearing.AccountID,
    description: `Payments in ${clearing.Name}`,
    taxType: draft.taxCodeId && noTax,
  };
  const all = gross === 0 ? lines : [cleared, ...lines];
  const part = draft.total > 0 ? "deposit" : "withdrawal";
  return [{ ...about, part, transaction: transactionOf(part, bank.AccountID, all) }];
}

type About = Pick<Planned, "date" | "reference" | "currency">;

/** Xero takes no document of zero: entries that cancel out are two. */
function entriesOn(account: string, lines: readonly PlannedLine[], about: About): Planned[] {
  const net = sumMinor(lines.map(({ amount }) => amount));
  const of = (part: "spend" | "receive", some: readonly PlannedLine[]): Planned => ({
    ...about,
    part,
    transaction: transactionOf(part, account, some),
  });
  if (lines.length === 0) return [];
  if (net < 0) return [of("spend", lines)];
  if (net > 0) return [of("receive", lines)];
  return [
    of(
      "spend",
      lines.filter(({ amount }) => amount < 0),
    ),
    of(
      "receive",
      lines.filter(({ amount }) => amount > 0),
    ),
  ];
}

function moved(
  total: number,
  { bank, clearing }: { bank: string; clearing: string },
  about: About,
): Planned[] {
  if (total === 0) return [];
  if (total > 0) {
    return [{ ...about, part: "transfer", transfer: { from: clearing, to: bank, amount: total } }];
  }
  return [{ ...about, part: "debit", transfer: { from: bank, to: clearing, amount: -total } }];
}

function transactionOf(part: Part, account: string, lines: readonly PlannedLine[]) {
  const isSpent = part === "spend" || part === "withdrawal";
  return {
    type: isSpent ? ("SPEND" as const) : ("RECEIVE" as const),
    account,
    lines: lines.map((line) => ({ ...line, amount: isSpent ? 0 - line.amount : line.amount })),
  };
}

function lineOf(entry: DepositDraftEntry, draft: DepositDraft): PlannedLine {
  const { amount, accountId, description, classId } = entry;
  const { locationId, taxCodeId } = draft;
  return { amount, accountId, description, classId, locationId, taxType: taxCodeId };
}

function accountsOf(
  { bankAccountId, clearingAccountId = "", currency }: DepositDraft,
  chart: Chart,
): { bank: XeroAccount; clearing: XeroAccount } {
  const bank = chart.accounts.get(bankAccountId);
  const clearing = chart.accounts.get(clearingAccountId);
  if (bank?.Type !== "BANK") {
    throw refused("bank_account", "The account that payouts go to is no bank account in Xero.");
  }
  if (!clearing || (clearing.Type !== "BANK" && !clearing.EnablePaymentsToAccount)) {
    const name = clearing?.Name ?? "The account that payments wait in";
    throw refused(
      "clearing_account",
      `${name} is no bank account in Xero, and payments to it aren't enabled there.`,
    );
  }
  const currencies = [bank, clearing].map(({ AccountID }) => chart.currencyOf(AccountID));
  if (currencies.some((each) => each !== currency)) {
    throw refused(
      "account_currency",
      `Xero can't move ${currency} from ${clearing.Name} (${currencies[1]}) to ${bank.Name} (${currencies[0]}): all three have to be the same currency.`,
    );
  }
  return { bank, clearing };
}

function refused(code: string, sentence: string): ProviderError {
  return new ProviderError("xero", "rejected", `deposit: ${code}`, { code, sentence });
}

/** The body of a document's creation, the same byte for byte every time. @param contactId of the processor */
export function bodyOf(planned: Planned, contactId: string): string {
  const { transfer, transaction, date, reference, currency } = planned;
  if (transfer) {
    return JSON.stringify({
      FromBankAccount: { AccountID: transfer.from },
      ToBankAccount: { AccountID: transfer.to },
      Amount: wireAmount(transfer.amount, currency),
      Date: date,
      Reference: reference,
    });
  }
  const { type, account, lines } = transaction;
  // The default would be the account's own tax, included.
  const hasTax = lines.some(({ taxType }) => taxType !== undefined);
  return JSON.stringify({
    Type: type,
    Contact: { ContactID: contactId },
    BankAccount: { AccountID: account },
    Date: date,
    Reference: reference,
    LineAmountTypes: hasTax ? "Inclusive" : "NoTax",
    LineItems: lines.map((line) => ({
      Description: line.description,
      Quantity: 1,
      UnitAmount: wireAmount(line.amount, currency),
      AccountID: line.accountId,
      ...(line.taxType && { TaxType: line.taxType }),
      ...trackingOf(line.classId, line.locationId),
    })),
  });
}

/** What a document moves, in minor units. */
export function amountOfPlanned({ transfer, transaction }: Planned): number {
  return transfer ? transfer.amount : sumMinor(transaction.lines.map(({ amount }) => amount));
}

/** What a document moved, by Xero's own sum. */
export function amountOfBooked({ transfer, transaction }: Booked, currency: string): number {
  return minorOf("document", transfer ? transfer.Amount : transaction.Total, currency);
}

/** Whether a document is what was planned: by day, amount and accounts, line by line. */
export function isAsPlanned(booked: Booked, planned: Planned, chart: Chart): boolean {
  const { currency } = planned;
  const { Date: day } = booked.transfer ?? booked.transaction;
  if (day !== planned.date || currencyOfBooked(booked, chart) !== currency) return false;
  if (amountOfBooked(booked, currency) !== amountOfPlanned(planned)) return false;
  if (booked.transfer && planned.transfer) {
    const { FromBankAccount, ToBankAccount } = booked.transfer;
    return (
      FromBankAccount.AccountID === planned.transfer.from &&
      ToBankAccount.AccountID === planned.transfer.to
    );
  }
  if (!booked.transaction || !planned.transaction) return false;
  const { Type, BankAccount, LineItems } = booked.transaction;
  const { type, account, lines } = planned.transaction;
  const has = LineItems.map(
    (line) => `${accountOfLine(line, chart)} ${minorOf("line", line.LineAmount ?? 0, currency)}`,
  );
  const wanted = lines.map(({ accountId, amount }) => `${accountId} ${amount}`);
  return (
    Type === type &&
    BankAccount.AccountID === account &&
    has.toSorted().join() === wanted.toSorted().join()
  );
}

function currencyOfBooked({ transfer, transaction }: Booked, chart: Chart): string {
  if (transaction) return currencyOf(transaction, chart);
  return chart.currencyOf(transfer.FromBankAccount.AccountID);
}
