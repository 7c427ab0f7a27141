import { Prisma } from "@/generated/prisma/client";
import type { DepositInput, InvoiceInput } from "@/matching/engine/contract";
import { findLedger } from "@/server/connections/find";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import {
  digitsOf,
  leftOfInvoices,
  numbersIn,
  plannedOnInvoices,
  toInvoiceInput,
} from "./read-invoices";

/** By which open invoices are looked up: only one that a line names, or whose balance is a line's, tells the engine anything. */
export interface SearchedFacts {
  /** "USD 23134". */
  amounts: ReadonlySet<string>;
  /** Digits of numbers in the lines' texts. */
  numbers: ReadonlySet<string>;
}

/** The facts of some deposits besides those that are known; the known ones where there is none. */
export function searchedFacts(
  deposits: Iterable<{ input: DepositInput | null }>,
  known: SearchedFacts = { amounts: new Set(), numbers: new Set() },
): SearchedFacts {
  const amounts = new Set<string>();
  const numbers = new Set<string>();
  for (const { input } of deposits) {
    if (!input) continue;
    for (const line of input.lines ?? [input]) {
      if (line.amount <= 0) continue;
      amounts.add(`${input.currency} ${line.amount}`);
      const { description = "", reference = "" } = line;
      for (const number of numbersIn(`${description} ${reference}`)) numbers.add(bare(number));
      if (!("numbers" in line)) continue;
      for (const { value } of line.numbers ?? []) numbers.add(bare(digitsOf(value)));
    }
  }
  if (isWithin(amounts, known.amounts) && isWithin(numbers, known.numbers)) return known;
  return {
    amounts: new Set([...known.amounts, ...amounts]),
    numbers: new Set([...known.numbers, ...numbers]),
  };
}

function isWithin(found: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  for (const each of found) if (!known.has(each)) return false;
  return true;
}

/** SQL: a text that is equal while the same invoices are open with the same content, and planned payments leave as much. */
export function invoicesVersion(id: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT coalesce(md5(string_agg(concat_ws(' ', i.id, i.xmin, i.ctid), ',' ORDER BY i.id)), '')
      FROM ledger_invoices i JOIN integrations ledger
        ON ledger.company_id = ${id} AND ledger.id = i.integration_id AND ledger.status <> 'disconnected'
      WHERE i.company_id = ${id} AND i.state = 'open')
    || (SELECT coalesce(md5(string_agg(p.payment_id::text, ',' ORDER BY p.payment_id)), '')
      FROM planned_payments p WHERE p.company_id = ${id} AND p.removed_at IS NULL
        AND p.created_in_ledger_at IS NULL)`;
}

/** The open invoices that lines name, or whose balance is a line's, by row id. */
export async function loadInvoices(
  tx: Tx,
  ctx: CompanyContext,
  { amounts, numbers }: SearchedFacts,
): Promise<Map<number, InvoiceInput>> {
  const ledger = await findLedger(ctx, tx);
  if (!ledger || amounts.size === 0) return new Map();
  const { companyId } = ctx;
  const planned = await plannedOnInvoices(tx, ctx, ledger);
  // As the numbers of lines are read: "INV-2026-0311" is 20260311, and 311.
  const digits = Prisma.sql`ltrim(regexp_replace(number, '[^0-9]', '', 'g'), '0')`;
  const last = Prisma.sql`ltrim(substring(number from '([0-9]+)[^0-9]*$'), '0')`;
  const found = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM ledger_invoices
    WHERE company_id = ${companyId}::uuid AND integration_id = ${ledger.id}::uuid AND state = 'open'
      AND (concat(currency, ' ', balance) = ANY(${[...amounts]}::text[])
        OR provider_id = ANY(${[...planned.keys()]}::text[])
        OR number <> '' AND (${digits} = ANY(${[...numbers]}::text[]) OR ${last} = ANY(${[...numbers]}::text[])))`;
  const invoices = await tx.ledgerInvoice.findMany({
    where: { companyId, id: { in: found.map(({ id }) => id) } },
    orderBy: { id: "asc" },
  });
  return new Map(
    leftOfInvoices(invoices, planned).map((invoice) => [invoice.id, toInvoiceInput(invoice)]),
  );
}

function bare(digits: string): string {
  return digits.replace(/^0+/, "");
}
