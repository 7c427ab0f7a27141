import type { LedgerListEntry } from "@/server/providers/ledger";
import type { Store, XeroApi } from "./api";
import { whole } from "./pages";
import { trackingCategory } from "./schemas";

/** The active tracking categories, at most two: lines carry an option of each. */
export async function readTracking(api: XeroApi, store: Store) {
  const all = await whole(api, store, { name: "TrackingCategories", row: trackingCategory });
  return all.filter(({ Status }) => Status !== "ARCHIVED");
}

/**
 * The options of one category, by the ids of both: names are edited.
 * @param which the first stands for classes, the second for locations.
 */
export async function listTracking(
  api: XeroApi,
  store: Store,
  which: "first" | "second",
): Promise<LedgerListEntry[]> {
  const category = (await readTracking(api, store))[which === "first" ? 0 : 1];
  if (!category) return [];
  return category.Options.filter(({ Status }) => Status !== "ARCHIVED").map((option) => ({
    id: `${category.TrackingCategoryID}:${option.TrackingOptionID}`,
    name: option.Name,
  }));
}

/** A line's tracking. @param ids as {@link listTracking} gives them. */
export function trackingOf(...ids: (string | null | undefined)[]) {
  const Tracking = ids.flatMap((id) => {
    const [TrackingCategoryID, TrackingOptionID] = id?.split(":") ?? [];
    return TrackingCategoryID ? { TrackingCategoryID, TrackingOptionID } : [];
  });
  return Tracking.length > 0 ? { Tracking } : {};
}
