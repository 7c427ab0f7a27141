import { expect, test } from "vitest";
import { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ClaimLostError, claimsOn, LEASES } from "@/server/platform/queue/claims";

const ctx = { companyId: "c", userId: null, requestId: null } as CompanyContext;
const tx = {} as Tx;

const claims = claimsOn<number, string>(LEASES.sync, {
  claiming: Prisma.empty,
  write: (_tx, count) => Promise.resolve({ count }),
  beat: () => "",
  lost: "lost",
});

test("a write that reaches no row means that the claim is lost", async () => {
  expect(await claims.tryUpdate(ctx, 1, "", tx)).toBe(true);
  expect(await claims.tryUpdate(ctx, 0, "", tx)).toBe(false);
  await expect(claims.update(ctx, 0, "", tx)).rejects.toThrow(ClaimLostError);
});
