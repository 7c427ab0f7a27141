import type { DepositLine, Integration, LedgerInvoice } from "@/generated/prisma/client";
import { dateText } from "@/lib/dates";
import type { InvoiceInput } from "@/matching/engine/contract";
import { parseCustomer } from "@/server/deposits/findings";
import { allNumbers } from "@/server/deposits/line-numbers";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/** An open invoice, and what planned payments leave of its balance: above 0, in minor units. */
export type OpenInvoice = LedgerInvoice & { left: number };

/** The facts of a line by which invoices are searched. Amounts in minor units. */
type SearchedLine = Pick<
  DepositLine,
  | "currency"
  | "gross"
  | "net"
  | "customerName"
  | "customerEmail"
  | "description"
  | "reference"
  | "numbers"
>;

/** So many are compared at most, and some more for each line: the engine takes a fraction of a second. */
const MOST = 1_000;
const MORE_PER_LINE = 10;
const SHORTEST_WORD = 3;

/**
 * The open invoices of a ledger, by id; of more than {@link MOST} those that lines may pay: by the digits of
 * their number, an amount, and words of their customer's name in what a line says, then the newest.
 * @param lines in one currency
 */
export async function openInvoices(
  tx: Tx,
  ctx: CompanyContext,
  ledger: Pick<Integration, "id">,
  lines: readonly SearchedLine[],
): Promise<OpenInvoice[]> {
  const ids = await likelyInvoices(tx, ctx, ledger, lines);
  const invoices = await tx.ledgerInvoice.findMany({
    where: { companyId: ctx.companyId, id: { in: ids } },
    orderBy: { id: "asc" },
  });
  return leftOfInvoices(invoices, await plannedOnInvoices(tx, ctx, ledger));
}

/** Those of which planned payments leave something open. */
export function leftOfInvoices(
  invoices: readonly LedgerInvoice[],
  planned: ReadonlyMap<string, number>,
): OpenInvoice[] {
  return invoices
    .map((invoice) => ({
      ...invoice,
      left: Number(invoice.balance) - (planned.get(invoice.providerId) ?? 0),
    }))
    .filter(({ left }) => left > 0);
}

async function likelyInvoices(
  tx: Tx,
  { companyId }: CompanyContext,
  { id: integrationId }: Pick<Integration, "id">,
  lines: readonly SearchedLine[],
): Promise<number[]> {
  const currency = lines[0]?.currency ?? "";
  const amounts = lines.flatMap(({ gross, net }) => [gross, net]);
  const texts = lines.map(textOf);
  const words = texts.flatMap(wordsIn);
  const numbers = texts.flatMap(numbersIn);
  const most = MOST + MORE_PER_LINE * lines.length;
  const found = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM ledger_invoices
    WHERE company_id = ${companyId}::uuid AND integration_id = ${integrationId}::uuid
      AND state = 'open' AND currency = ${currency}
    ORDER BY
      3 * (regexp_replace(number, '[^0-9]', '', 'g') = ANY(${numbers}::text[]))::int
        + 2 * (balance = ANY(${amounts}::bigint[]) OR total = ANY(${amounts}::bigint[]))::int
        + (SELECT count(*) FROM regexp_split_to_table(
            lower(customer_name || ' ' || split_part(customer_email, '@', 1)),
            '[[:space:][:punct:]]+') AS word
          WHERE word = ANY(${words}::text[])) DESC,
      txn_date DESC, id DESC
    LIMIT ${most}`;
  return found.map(({ id }) => id);
}

function textOf(line: SearchedLine): string {
  const { customerName, customerEmail, description } = line;
  return [customerName, customerEmail, description, allNumbers(line)].join(" ").toLowerCase();
}

/** "INV-2026-0311" is 20260311, and 0311 to others. */
export function numbersIn(text: string): string[] {
  const whole = text.split(/\s+/).map(digitsOf);
  return [...whole, ...(text.match(/\d+/g) ?? [])].filter(({ length }) => length >= 3);
}

export function digitsOf(word: string): string {
  return word.replace(/\D/g, "");
}

/** Between what PostgreSQL takes for space or punctuation in any locale. */
function wordsIn(text: string): string[] {
  return text.split(/[\s!-/:-@[-`{-~]+/).filter(({ length }) => length >= SHORTEST_WORD);
}

/** What planned payments are going to pay of each invoice, by its id in the ledger; minor units. */
export async function plannedOnInvoices(
  tx: Tx,
  { companyId }: CompanyContext,
  { id: integrationId }: Pick<Integration, "id">,
): Promise<Map<string, number>> {
  const planned = await tx.$queryRaw<{ id: string; amount: string }[]>`
    SELECT part->>'invoiceId' AS id, sum((part->>'amount')::bigint)::text AS amount
    FROM planned_payments JOIN ledger_payments payment
      ON payment.company_id = planned_payments.company_id AND payment.id = planned_payments.payment_id,
      jsonb_array_elements(planned_payments.invoices) AS part
    WHERE planned_payments.company_id = ${companyId}::uuid
      AND payment.integration_id = ${integrationId}::uuid AND payment.state = 'planned'
    GROUP BY 1`;
  return new Map(planned.map(({ id, amount }) => [id, Number(amount)]));
}

/** An open invoice as the engine reads it. */
export function toInvoiceInput(invoice: OpenInvoice): InvoiceInput {
  return {
    id: String(invoice.id),
    ledgerId: invoice.providerId,
    number: invoice.number || undefined,
    date: dateText(invoice.txnDate),
    ...(invoice.dueDate && { dueDate: dateText(invoice.dueDate) }),
    amount: Number(invoice.total),
    balance: invoice.left,
    currency: invoice.currency,
    customerName: invoice.customerName,
    email: invoice.customerEmail,
    customer: parseCustomer(invoice.customer) ?? undefined,
    note: invoice.note,
  };
}
