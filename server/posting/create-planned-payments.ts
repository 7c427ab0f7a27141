import type { Integration } from "@/generated/prisma/client";
import type { LedgerWords } from "@/lib/ledger-words";
import { toDecimal } from "@/lib/money";
import { forgetCustomers } from "@/server/connections/ledger-lists";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import type { CredentialStore } from "@/server/providers/credential-store";
import { ProviderError } from "@/server/providers/errors";
import type { Ledger, LedgerInvoiceRecord, LedgerPaymentRecord } from "@/server/providers/ledger";
import { wordsOf } from "@/server/work/ledger-words";
import { blockPosting, type ClaimedPosting, readAgain, settlePosting } from "./claim-posting";
import { CreationRefusedError, toRefusal } from "./created-records";
import { invoicesOf, type PlannedRow, readDraft, toPaymentDraft } from "./payment-draft";
import { recordCreated } from "./record-created";
import { recordName } from "./record-words";

/** The connected books. */
export interface Books {
  integration: Integration;
  ledger: Ledger;
  credentials: CredentialStore<unknown>;
}

/** The payments of a posting that the books do not hold yet, as far as we know. */
export function plannedOf({ deposit }: ClaimedPosting): PlannedRow[] {
  return deposit.matches
    .flatMap(({ payments }) => payments)
    .flatMap(({ payment: { planned, ...payment } }) =>
      planned && payment.state === "planned" ? [{ ...payment, planned }] : [],
    )
    .toSorted((left, right) => left.id - right.id);
}

/**
 * Creates the planned payments before the Deposit that holds them: one at a time, each looked for by the request
 * id in its note, sent under a stable `requestid`, and recorded before the next. So a worker that takes over
 * goes on where the last one stopped.
 * @param accountId where they wait, in books without Undeposited Funds.
 * @returns the posting with the created payments; null when it goes no further: blocked, or claimed by another
 *   worker.
 * @throws CreationRefusedError, ProviderError.
 */
export async function createPlannedPayments(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  books: Books,
  accountId?: string,
): Promise<ClaimedPosting | null> {
  const words = wordsOf(books.integration.provider);
  const planned = plannedOf(posting);
  if (planned.length === 0) return posting;
  if (planned.some(({ integrationId }) => integrationId !== books.integration.id)) {
    const reason = `Its receipts were planned for another ${words.name} company. Connect that company, or undo the match.`;
    await blockPosting(ctx, posting, { reason, code: "choice_outdated" });
    return null;
  }
  const missing = await recordFound(ctx, posting, planned, { ...books, accountId });
  // Read just before they are paid.
  const ids = invoiceIdsOf(missing);
  const invoices = ids.length === 0 ? [] : await books.ledger.readInvoices(books.credentials, ids);
  const reason = invoiceObstacle(missing, invoices, words);
  if (reason) {
    await blockPosting(ctx, posting, { reason, code: "choice_outdated" });
    return null;
  }
  for (const payment of missing) {
    if (!(await create(ctx, posting, payment, { ...books, accountId }))) return null;
  }
  return readAgain(ctx, posting);
}

/** Books with the account that created payments wait in, where they have no Undeposited Funds. */
type BooksToFill = Books & { accountId: string | undefined };

/** An answer may have been lost. @returns those that the books do not hold. */
async function recordFound(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  planned: PlannedRow[],
  { integration, ledger, credentials, accountId }: BooksToFill,
): Promise<PlannedRow[]> {
  const missing: PlannedRow[] = [];
  for (const payment of planned) {
    const { asCreated } = payment.planned;
    const draft =
      asCreated === null
        ? toPaymentDraft(payment, posting.deposit.earliestDate, accountId)
        : readDraft(asCreated);
    const record = await ledger.findPayment(credentials, draft);
    if (record) {
      demandAmount(record, payment, wordsOf(integration.provider));
      await recordCreated(ctx, posting, payment, { record, draft });
    } else {
      missing.push(payment);
    }
  }
  return missing;
}

/** @returns false when another worker has claimed the posting. */
async function create(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  row: PlannedRow,
  books: BooksToFill,
): Promise<boolean> {
  const { companyId } = ctx;
  const { ledger, credentials, integration, accountId } = books;
  const draftOf = (payment: PlannedRow) =>
    toPaymentDraft(payment, posting.deposit.earliestDate, accountId);
  const key = { companyId_paymentId: { companyId, paymentId: row.id } };
  const request = `${row.planned.requestId}-${row.planned.refusals}`;
  // From here on the books may have it, even if this worker crashes.
  const markSent = (payment: PlannedRow) =>
    db(ctx).$transaction(async (tx) => {
      const sent = { outcomeUnknown: true, integrationId: integration.id };
      if (!(await settlePosting(ctx, posting, sent, tx))) return false;
      const asCreated = { ...draftOf(payment) };
      await tx.plannedPayment.update({ where: key, data: { sentAt: new Date(), asCreated } });
      return true;
    });
  try {
    const payment = await withCustomer(ctx, posting, row, books, request);
    if (!payment || !(await markSent(payment))) return false;
    const draft = draftOf(payment);
    const record = await ledger.createPayment(credentials, draft, request);
    await recordCreated(ctx, posting, payment, { record, draft });
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.retryable || error.failure === "unauthorized") {
      throw error;
    }
    // Nothing was written. The next attempt needs a new request id: the old one repeats the refusal.
    await db(ctx).plannedPayment.update({
      where: key,
      data: { refusals: { increment: 1 }, sentAt: null },
    });
    const mayBeRetried = error.failure === "stale" || error.detail.factsChanged;
    throw mayBeRetried ? error : toRefusal(error, row);
  }
}

/** The payment with its customer, created if need be. @returns null when another worker has the posting. */
async function withCustomer(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  row: PlannedRow,
  { ledger, credentials }: Books,
  request: string,
): Promise<PlannedRow | null> {
  if (!row.planned.newCustomer || row.customerId !== "") return row;
  if (!(await settlePosting(ctx, posting, { heartbeatAt: new Date() }))) return null;
  const { companyId } = ctx;
  const { customerName: name, customerEmail: email, currency } = row;
  const { customer, created } = await ledger.createCustomer(
    credentials,
    { name, email, currency },
    `${request}-c`,
  );
  if (created) forgetCustomers(ctx);
  await db(ctx).$transaction(async (tx) => {
    await tx.ledgerPayment.update({
      where: { companyId_id: { companyId, id: row.id } },
      data: { customerId: customer.id },
    });
    if (!created) return;
    await tx.plannedPayment.update({
      where: { companyId_paymentId: { companyId, paymentId: row.id } },
      data: { createdCustomerId: customer.id },
    });
    await recordAudit(tx, ctx, {
      action: "deposit.customer_created",
      entity: "deposit",
      entityId: posting.depositId,
      data: { record: `Customer ${name}` },
    });
  });
  return { ...row, customerId: customer.id };
}

/** A record with our request id that differs from what we sent was edited in the books: it isn't deposited unasked. */
function demandAmount(record: LedgerPaymentRecord, payment: PlannedRow, words: LedgerWords): void {
  if (record.amount === Number(payment.amount) && record.currency === payment.currency) return;
  throw new CreationRefusedError(
    "total_differs",
    `${recordName(words, record)} was created for this deposit, but has another amount in ${words.name} by now.`,
  );
}

interface Wanted {
  number: string;
  customer: string;
  currency: string;
  /** Minor units. */
  amount: number;
}

/** Ids of the invoices that payments are applied to. */
function invoiceIdsOf(payments: readonly PlannedRow[]): string[] {
  return [...wantedOf(payments).keys()];
}

/**
 * Why payments can't be applied to their invoices any more, in words for the user; null when they can: somebody
 * may have received the money, or voided the invoice, since it was chosen.
 * @param read the invoices as they are by now.
 */
export function invoiceObstacle(
  payments: readonly PlannedRow[],
  read: readonly Pick<LedgerInvoiceRecord, "providerId" | "balance">[],
  ledger: LedgerWords,
): string | null {
  const wanted = wantedOf(payments);
  const invoices = new Map(read.map((invoice) => [invoice.providerId, invoice]));
  for (const [id, { number, customer, currency, amount }] of wanted) {
    const invoice = invoices.get(id);
    const shown = number || ledger.numberOf(id);
    const name = ["Invoice", shown, customer && `of ${customer}`].filter(Boolean).join(" ");
    if (!invoice) return `${name} is no longer in ${ledger.name}. Choose again.`;
    if (invoice.balance < amount) {
      return `${name} has only ${toDecimal(invoice.balance, currency)} left to pay. Choose again.`;
    }
  }
  return null;
}

/** By invoice: several payments of one deposit may pay parts of the same one. */
function wantedOf(payments: readonly PlannedRow[]): Map<string, Wanted> {
  const wanted = new Map<string, Wanted>();
  for (const payment of payments) {
    for (const { invoiceId, number, amount } of invoicesOf(payment)) {
      const { customerName: customer, currency } = payment;
      const before = wanted.get(invoiceId)?.amount ?? 0;
      wanted.set(invoiceId, { number, customer, currency, amount: before + amount });
    }
  }
  return wanted;
}
