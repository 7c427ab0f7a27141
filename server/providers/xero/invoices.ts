import type {
  InvoicePage,
  Ledger,
  LedgerInvoiceRecord,
  StoredCustomers,
} from "@/server/providers/ledger";
import type { Store, XeroApi } from "./api";
import { learnCustomers } from "./contacts";
import { toInvoice } from "./mapper";
import { all, type List, walk } from "./pages";
import { invoice, type XeroInvoice } from "./schemas";
import { sinceHeader } from "./wire";

const INVOICES: List<XeroInvoice> = { name: "Invoices", id: "InvoiceID", row: invoice };
const SALES = 'Type=="ACCREC"';
/** Neither drafts nor those that wait for approval can be paid. */
const SENT = ["AUTHORISED", "PAID", "VOIDED"];
/** The number of ids that fit well into one address. */
const BATCH = 40;

export function createInvoiceReader(
  api: XeroApi,
  pageSize: number | undefined,
): Pick<Ledger, "invoices" | "readInvoices"> {
  const toRecords = async (
    store: Store,
    rows: readonly XeroInvoice[],
    stored?: StoredCustomers,
  ): Promise<LedgerInvoiceRecord[]> => {
    const customers = new Map();
    const open = rows.filter(({ Status }) => Status === "AUTHORISED");
    const ids = open.flatMap(({ Contact }) => Contact?.ContactID ?? []);
    await learnCustomers(api, store, customers, ids, stored);
    return rows.map((row) => toInvoice(row, customers));
  };

  return {
    async *invoices(store, since, stored): AsyncGenerator<InvoicePage> {
      const everything = since === undefined;
      // Yielded even without any invoice.
      yield { invoices: [], deleted: [], everything };
      const query = { summaryOnly: "true", ...(everything && { Statuses: "AUTHORISED" }) };
      const changed = everything ? undefined : sinceHeader(since);
      const wanted = { where: SALES, query, since: changed };
      for await (const rows of walk(api, store, INVOICES, wanted, pageSize)) {
        const sent = rows.filter(({ Status }) => SENT.includes(Status));
        const deleted = rows.filter(({ Status }) => Status === "DELETED");
        yield {
          invoices: await toRecords(store, sent, stored),
          deleted: deleted.map(({ InvoiceID }) => InvoiceID),
          everything,
        };
      }
    },
    async readInvoices(store, ids) {
      const wanted = [...new Set(ids)];
      const rows: XeroInvoice[] = [];
      for (let start = 0; start < wanted.length; start += BATCH) {
        const IDs = wanted.slice(start, start + BATCH).join(",");
        const query = { IDs, summaryOnly: "true" };
        rows.push(...(await all(api, store, INVOICES, { where: SALES, query }, pageSize)));
      }
      const sent = rows.filter(({ Status }) => SENT.includes(Status));
      return sent.map((row) => toInvoice(row, new Map()));
    },
  };
}
