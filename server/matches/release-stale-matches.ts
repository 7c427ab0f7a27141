import type { CompanyContext } from "@/server/platform/context";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { releaseUnusableMatches } from "./release-unusable-matches";

/**
 * Releases matches whose payments changed in QuickBooks (deleted, or deposited by another user or app), as
 * long as they are not posted.
 * @returns how many deposits went back to pending.
 */
export function releaseStaleMatches(ctx: CompanyContext): Promise<number> {
  return withCompanyLock(ctx, (tx) =>
    releaseUnusableMatches(tx, ctx, {
      action: "deposit.released",
      data: { reason: "payments changed in QuickBooks" },
      message: "One of its payments changed in QuickBooks.",
    }),
  );
}
