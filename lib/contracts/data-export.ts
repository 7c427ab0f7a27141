import { defineEndpoint } from "@/lib/contracts/endpoint";
import { StreamedFile } from "@/lib/contracts/streamed-file";
import * as z from "@/lib/zod";

/** One JSON object per line (`ExportRow`), without passwords, tokens and keys. */
export const dataExport = defineEndpoint({
  method: "GET",
  path: "/settings/export/",
  work: "export",
  summary: "All data of the company and its users, as JSON lines",
  access: "session",
  role: "admin",
  apiTokens: true,
  response: z.instanceof(StreamedFile).meta({
    type: "string",
    format: "binary",
    contentMediaType: "application/x-ndjson",
    contentSchema: { $ref: "#/components/schemas/ExportRow" },
  }),
});
