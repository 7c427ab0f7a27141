import { expect, vi } from "vitest";
import type { Sandbox } from "@/sandbox/start";
import { ok } from "./client";
import { everything } from "./everything";
import { plantSale } from "./stand-in";

/**
 * One sale in the books of a company that has none yet: synced, matched, and on its way to be posted.
 * @returns the deposit's id.
 */
export async function matchedSale(sandbox: Sandbox, token: string): Promise<number> {
  await plantSale(sandbox, 5_000, "Ann Baker");
  await ok("POST", "/stripe/save-payouts/", token);
  await ok("POST", "/qb/sync-payments/", token);
  return vi.waitFor(
    async () => {
      const { deposits } = await ok("GET", "/qb/deposit-status/", token);
      expect(deposits).toHaveLength(1);
      const [{ id, status }] = deposits;
      if (status === "suggested") await ok("POST", "/qb/confirm-match/", token, { deposit_id: id });
      expect(await everything().posting.count({ where: { depositId: id } })).toBe(1);
      return id;
    },
    { timeout: 60_000, interval: 50 },
  );
}
