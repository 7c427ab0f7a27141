import { instant, messageResponse, name } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/**
 * A file of payouts that was imported.
 * @schema PayoutImport
 */
export const payoutImport = z.object({
  /** The import's id. */
  id: z.uuid(),
  /** Of the processor by file. */
  connection_id: z.uuid(),
  /** The processor's name. */
  source_name: z.string(),
  /** The file's name. */
  file_name: z.string(),
  /** The id of the report, or "mapped". */
  format: z.string(),
  /** How many payouts it added. */
  added: z.number().int(),
  /** How many of its payouts were stored before. */
  known: z.number().int(),
  /** How many of its rows and payouts could not be imported. */
  errors: z.number().int(),
  created_at: instant,
  /** Null unless it was undone. */
  undone_at: instant.nullable(),
});
export type PayoutImport = z.infer<typeof payoutImport>;

/** The latest 100, newest first, undone ones too. */
export const payoutImports = defineEndpoint({
  method: "GET",
  path: "/payout-files/imports/",
  summary: "List the imported files of payouts",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({
    /** Newest first. */
    payout_imports: z.array(payoutImport),
  }),
});

/** Its payouts are deleted, except those that are posted or being posted; importing the file again brings them back. */
export const undoPayoutImport = defineEndpoint({
  method: "POST",
  path: "/payout-files/undo/",
  work: "undo",
  summary: "Undo the import of a file of payouts",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["already_done", "not_found"],
  body: z.object({
    /** `id` of the import. */
    import_id: z.uuid(),
  }),
  response: messageResponse.extend({
    /** How many payouts were deleted. */
    deleted: z.number().int(),
    /** The payouts that stay, and why. */
    kept: z.array(
      z.object({
        deposit_id: z.number().int(),
        /** The processor's id of the payout. */
        source_id: z.string(),
        /** Why it stays. */
        reason: z.string(),
      }),
    ),
  }),
});

/** A processor whose payouts come from files. */
export const renamePayoutSource = defineEndpoint({
  method: "PUT",
  path: "/payout-files/source/",
  summary: "Rename a processor whose payouts come from files",
  access: "session",
  role: "admin",
  apiTokens: true,
  problems: ["already_exists", "not_found"],
  body: z.object({
    connection_id: z.uuid(),
    /** Its new name. */
    name: name(100).min(1),
  }),
  response: messageResponse,
});
