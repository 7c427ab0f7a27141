import { expect, test } from "vitest";
import { matchAllDeposits } from "@/server/matches/match-all-deposits";
import { systemContext } from "@/server/platform/company-id";
import { adminDb } from "../support/admin-db";
import { makeBooks } from "../support/rows";

test("what a sync brings while the engine works is looked at again", async () => {
  const { companyId } = await makeBooks();
  const [clock] = await adminDb().$queryRaw<
    [{ now: string }]
  >`SELECT clock_timestamp()::text AS now`;
  let passes = 0;
  const decideRest = async () => {
    passes += 1;
    if (passes > 1) return 0;
    await adminDb().$executeRaw`
      UPDATE companies SET match_requested_at = clock_timestamp() WHERE id = ${companyId}::uuid`;
    return 1;
  };
  await matchAllDeposits(systemContext(companyId), { begun: clock.now, decideRest });
  expect(passes).toBe(2);
  const [company] = await adminDb().$queryRaw<[{ pending: boolean }]>`
    SELECT match_requested_at > matched_at AS pending FROM companies WHERE id = ${companyId}::uuid`;
  expect(company.pending).toBe(true);
});
