import type { CompanyContext } from "@/server/context";
import { findIntegration } from "@/server/integrations/find";
import { readLedgerSettings } from "@/server/integrations/settings";

/** The bank account that Deposits go to; empty until it is chosen. */
export async function chosenBankName(ctx: CompanyContext): Promise<string> {
  const integration = await findIntegration(ctx, "quickbooks");
  return readLedgerSettings(integration?.settings)?.bankName ?? "";
}
