import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { customerSearch } from "@/lib/contracts/receipts";
import { credentialStore } from "./credential-store";
import { findLedger } from "./find";
import type { CompanyContext } from "@/server/platform/context";
import { getLedger } from "@/server/providers/registry";

/** Customers of the ledger by name or e-mail address; none while no ledger is connected. */
export async function searchCustomers(
  ctx: CompanyContext,
  { search }: { search: string },
): Promise<ResponseOf<typeof customerSearch>> {
  const integration = await findLedger(ctx);
  if (integration?.status !== "connected") return { customers: [] };
  const found = await getLedger().customers(credentialStore(ctx, integration), search);
  return { customers: found.map(({ id, name, email }) => ({ Id: id, name, email })) };
}
