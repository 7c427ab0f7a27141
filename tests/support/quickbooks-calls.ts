/**
 * A separate process that makes parallel reads of a company's accounts, as a second instance would.
 * `tsx quickbooks-calls.ts <companyId> <calls>` prints one line of JSON at the end.
 */

import { credentialStore } from "@/server/connections/credentials";
import { requireIntegration } from "@/server/connections/find";
import { systemContext } from "@/server/platform/company-id";
import { closeDb } from "@/server/platform/db";
import { getProvider } from "@/server/providers/registry";

const [companyId = "", calls = "1"] = process.argv.slice(2);
const ctx = systemContext(companyId);
const store = credentialStore(ctx, await requireIntegration(ctx, "quickbooks"), "bookkeeping");
const ledger = getProvider("quickbooks").ledger;
const errors: string[] = [];
await Promise.all(
  Array.from({ length: Number(calls) }, async () => {
    try {
      await ledger?.readDeposit(store, "1");
    } catch (error) {
      errors.push(String(error));
    }
  }),
);
await closeDb();
process.stdout.write(`${JSON.stringify({ errors })}\n`);
