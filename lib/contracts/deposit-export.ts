import { depositFilter, depositSort } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { StreamedFile } from "@/lib/contracts/streamed-file";
import * as z from "@/lib/zod";

/**
 * All deposits that match the filter (RFC 4180, UTF-8). A row for each deposit, under a row with the names of the
 * columns: Date, Account (in the books), QuickBooks ID (Xero ID with books in Xero), Total Amount, Status, Currency,
 * Processor, Payout ID, Deposit (its id), Processor Account. Text that a spreadsheet would read as a formula begins with an apostrophe.
 */
export const depositExport = defineEndpoint({
  method: "GET",
  path: "/qb/deposits-export/",
  work: "export",
  summary: "Export deposits as CSV",
  access: "session",
  role: "viewer",
  apiTokens: true,
  problems: ["not_found"],
  query: depositFilter.extend({
    /** The order; without it, the latest payout first. */
    sort: depositSort.optional(),
  }),
  response: z
    .instanceof(StreamedFile)
    .meta({ type: "string", format: "binary", contentMediaType: "text/csv" }),
});
