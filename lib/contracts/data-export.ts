import { defineEndpoint } from "@/lib/contracts/endpoint";
import { StreamedFile } from "@/lib/contracts/streamed-file";
import * as z from "@/lib/zod";

/** Includes its users. One JSON object per line (`ExportRow`), without passwords, tokens and keys. */
export const dataExport = defineEndpoint({
  method: "GET",
  path: "/settings/export/",
  work: "export",
  summary: "Export all data of the company",
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
