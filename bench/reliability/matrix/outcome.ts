import type { Emulators } from "@/emulators/start";
import { adminDb } from "@/tests/support/admin-db";
import { booksOf } from "@/tests/support/emulators";
import { xeroDocuments } from "./xero-books";

const byText = <T>(rows: T[]): T[] =>
  rows
    .map((row) => ({ row, text: JSON.stringify(row) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ row }) => row);

/**
 * The complete outcome, in the product and in QuickBooks, in minor units and without generated ids: amounts
 * are unique in the sample, so they identify the rows.
 */
export async function outcomeOf(emulators: Emulators, companyId: string) {
  const where = { companyId };
  const [deposits, payments, postings, audits] = await Promise.all([
    adminDb().deposit.findMany({
      where,
      include: {
        lines: true,
        matches: {
          include: { lines: { include: { line: true } }, payments: { include: { payment: true } } },
        },
      },
    }),
    adminDb().ledgerPayment.findMany({ where }),
    adminDb().posting.findMany({ where, include: { deposit: true } }),
    adminDb().auditEvent.groupBy({
      by: ["action"],
      where: {
        companyId,
        action: { in: ["deposit.received", "deposit.matched", "deposit.posted", "deposit.undone"] },
      },
      _count: true,
    }),
  ]);
  const books = await booksOf(emulators);
  const nameOf = new Map(books.payments.map(({ type, id, amount }) => [`${type} ${id}`, amount]));
  return {
    deposits: byText(
      deposits.map(({ status, payoutStatus, amount, currency, lines, matches, quickbooksId }) => ({
        status,
        payoutStatus,
        amount: String(amount),
        currency,
        inQuickBooks: quickbooksId !== null,
        lines: byText(
          lines.map(({ kind, gross, fee, net, customerName }) =>
            [kind, gross, fee, net, customerName].join(" "),
          ),
        ),
        matches: byText(
          matches.map(({ state, live, lines, payments }) => ({
            state,
            live,
            lines: lines.map(({ line }) => `${line.kind} ${line.net}`).sort(),
            payments: payments.map(({ payment }) => `${payment.kind} ${payment.amount}`).sort(),
          })),
        ),
      })),
    ),
    payments: byText(
      payments.map(({ kind, amount, state, customerName, depositedOn }) =>
        [kind, amount, state, customerName, depositedOn !== null].join(" "),
      ),
    ),
    postings: byText(
      postings.map(({ state, adopted, deposit }) => `${deposit.amount} ${state} ${adopted}`),
    ),
    audit: Object.fromEntries(audits.map(({ action, _count }) => [action, _count]).sort()),
    inXero: (await xeroDocuments(emulators)).map(({ text }) => text).sort(),
    inQuickBooks: byText(
      books.deposits.map(({ total, lines }) => ({
        total,
        lines: byText(
          lines.map(({ amount, linked }) =>
            linked
              ? `${linked.TxnType} ${nameOf.get(`${linked.TxnType} ${linked.TxnId}`)}`
              : `entry ${amount}`,
          ),
        ),
      })),
    ),
  };
}
