import { LEDGER } from "@/lib/providers/list";
import { credentialStore } from "./credential-store";
import { requireIntegration } from "./find";
import type { ListChoice } from "./receipt-defaults";
import type { CompanyContext } from "@/server/platform/context";
import { UnusableInputError } from "@/server/platform/errors";
import type { LedgerItem, LedgerListEntry } from "@/server/providers/ledger";
import { getLedger } from "@/server/providers/registry";

const WORDS = {
  items: "product or service",
  taxCodes: "tax code",
  classes: "class",
  locations: "location",
  paymentMethods: "payment method",
} as const;

/**
 * Looks an entry of one of the ledger's lists up.
 * @param id null: nothing was chosen.
 * @param field the input that named it, for the error.
 * @throws UnusableInputError when the ledger has none of that id; ConflictError when no ledger is connected.
 */
export async function requireListed(
  ctx: CompanyContext,
  list: keyof typeof WORDS,
  id: string | null,
  field: string,
): Promise<ListChoice | null> {
  if (id === null) return null;
  const integration = await requireIntegration(ctx, LEDGER);
  const entries: (LedgerListEntry & Partial<LedgerItem>)[] = await getLedger()[list](
    credentialStore(ctx, integration),
  );
  const found = entries.find((each) => each.id === id);
  if (found) {
    const { name, incomeAccount: account = "" } = found;
    return { id, name, ...(account !== "" && { account }) };
  }
  const message = `This ${WORDS[list]} isn't in QuickBooks, or is inactive. Reload the list and choose again.`;
  throw new UnusableInputError(message, { fields: { [field]: message } });
}
