import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";
import { findIntegration } from "@/server/integrations/find";
import { readLedgerSettings } from "@/server/integrations/settings";

/** The bank account that Deposits go to; empty until it is chosen. */
export async function chosenBankName(ctx: CompanyContext, tx: Tx): Promise<string> {
  const integration = await findIntegration(ctx, "quickbooks", tx);
  return readLedgerSettings(integration?.settings)?.bankName ?? "";
}
