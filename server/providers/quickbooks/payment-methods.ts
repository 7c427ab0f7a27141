import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { all } from "@/server/providers/quickbooks/query";
import { paymentMethod } from "@/server/providers/quickbooks/schemas";

const KEEP_MS = 10 * 60_000;

/**
 * Names of a company's ways of payment ("Check") by id, inactive ones too: payments refer to them by id alone.
 * Cached, as they rarely change.
 */
export function createPaymentMethods(
  api: QuickBooksApi,
): (store: Store) => Promise<ReadonlyMap<string, string>> {
  const kept = new Map<string, { names: ReadonlyMap<string, string>; until: number }>();
  return async (store) => {
    const { realmId } = await api.credentials(store);
    const known = kept.get(realmId);
    if (known && known.until > Date.now()) return known.names;
    const methods = await all(api, store, {
      entity: "PaymentMethod",
      find: "findPaymentMethods",
      // Without it, inactive ones are left out.
      where: [{ field: "Active", operator: "IN", value: [true, false] }],
      row: paymentMethod,
    });
    const names = new Map(methods.map(({ Id, Name }) => [Id, Name ?? ""]));
    kept.set(realmId, { names, until: Date.now() + KEEP_MS });
    return names;
  };
}
