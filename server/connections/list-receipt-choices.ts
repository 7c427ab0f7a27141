import type { ReceiptLists } from "@/lib/contracts/receipts";
import { credentialStore } from "./credential-store";
import { findLedger } from "./find";
import type { CompanyContext } from "@/server/platform/context";
import { getLedger } from "@/server/providers/registry";

/**
 * What a receipt can be created with. Empty while no ledger is connected, or its access has expired: pages that
 * only offer a choice still load.
 */
export async function listReceiptChoices(ctx: CompanyContext): Promise<ReceiptLists> {
  const integration = await findLedger(ctx);
  if (integration?.status !== "connected") return { items: [], tax_codes: [], classes: [] };
  const ledger = getLedger();
  const credentials = credentialStore(ctx, integration);
  const [items, taxCodes, classes] = await Promise.all([
    ledger.items(credentials),
    ledger.taxCodes(credentials),
    ledger.classes(credentials),
  ]);
  return {
    items: items.map(({ id, name, type, incomeAccount }) => ({
      ...{ Id: id, Name: name, type },
      income_account: incomeAccount,
    })),
    tax_codes: taxCodes.map(({ id, name }) => ({ Id: id, Name: name })),
    classes: classes.map(({ id, name }) => ({ Id: id, Name: name })),
  };
}
