import { expect } from "vitest";
import type { Emulators } from "@/emulators/start";
import { adminDb } from "./admin-db";
import { ok } from "./client";
import { createSale } from "./emulators";
import { eventually } from "./eventually";

/**
 * One sale in the books of an empty company: synced, matched, and queued for posting.
 * @returns the deposit's id.
 */
export async function matchedSale(emulators: Emulators, token: string): Promise<number> {
  await createSale(emulators, 5_000, "Ann Baker");
  await ok("POST", "/stripe/save-payouts/", token);
  await ok("POST", "/qb/sync-payments/", token);
  return eventually(async () => {
    const { deposits } = await ok("GET", "/qb/deposit-status/", token);
    expect(deposits).toHaveLength(1);
    const [{ id, status }] = deposits;
    if (status === "suggested") await ok("POST", "/qb/confirm-match/", token, { deposit_id: id });
    expect(await adminDb().posting.count({ where: { depositId: id } })).toBe(1);
    return id;
  });
}
