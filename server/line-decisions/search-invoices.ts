import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { invoiceSearch } from "@/lib/contracts/planned-payments";
import { findLedger } from "@/server/connections/find";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { openInvoices, toOpenInvoice } from "./open-invoices";

const MAX_FOUND = 20;

/** Open invoices whose number or customer contains a text, the latest first. */
export async function searchInvoices(
  ctx: CompanyContext,
  { search = "", currency }: QueryOf<typeof invoiceSearch>,
): Promise<ResponseOf<typeof invoiceSearch>> {
  const ledger = await findLedger(ctx);
  if (!ledger) return { invoices: [] };
  const contains = { contains: search, mode: "insensitive" as const };
  const where = { currency, OR: [{ number: contains }, { customerName: contains }] };
  const found = await openInvoices(db(ctx), ctx, ledger, where, MAX_FOUND);
  return { invoices: found.map(toOpenInvoice) };
}
