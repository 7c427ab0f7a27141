import { depositFilter, depositSort } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { StreamedFile } from "@/lib/contracts/streamed-file";
import * as z from "@/lib/zod";

export const depositExport = defineEndpoint({
  method: "GET",
  path: "/qb/deposits-export/",
  work: "export",
  summary: "All deposits that match the filter, as CSV (RFC 4180, UTF-8)",
  access: "session",
  role: "viewer",
  apiTokens: true,
  query: depositFilter.extend({
    /** The order; without it, the latest payout first. */
    sort: depositSort.optional(),
  }),
  response: z
    .instanceof(StreamedFile)
    .meta({ type: "string", format: "binary", contentMediaType: "text/csv" }),
});
