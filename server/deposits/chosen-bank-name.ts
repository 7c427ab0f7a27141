import { findLedger } from "@/server/integrations/find";
import { readLedgerSettings } from "@/server/integrations/settings";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/** The bank account that Deposits go to; empty until it is chosen. */
export async function chosenBankName(ctx: CompanyContext, tx: Tx): Promise<string> {
  const integration = await findLedger(ctx, tx);
  return readLedgerSettings(integration?.settings)?.bankName ?? "";
}
