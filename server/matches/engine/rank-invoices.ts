import type { HistoryEntry, InvoiceInput, InvoiceMatch } from "@/matching/engine/contract";
import type { CompanyContext } from "@/server/platform/context";
import type { InvoicesJob } from "./jobs";
import { withEngineThread } from "./threads";

/**
 * The open invoices that lines may pay, ranked by the engine in a thread of its own.
 * @param items with the probability of each that no payment in the books is its
 * @param invoices of the same currency
 */
export function rankInvoices(
  ctx: CompanyContext,
  items: InvoicesJob["items"],
  invoices: InvoiceInput[],
  history: HistoryEntry[],
): Promise<InvoiceMatch[]> {
  const job: InvoicesJob = { kind: "invoices", items, invoices, history };
  return withEngineThread(ctx, undefined, (thread) => thread.run(job));
}
