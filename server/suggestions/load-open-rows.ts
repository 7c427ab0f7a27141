import type { Prisma } from "@/generated/prisma/client";
import { withParts } from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { EngineDeposit, EnginePayment } from "./engine-input";

/** Deposits the engine may work on: open, not deleted, and really on their way or at the bank. */
export const openDeposit = {
  status: { in: ["pending", "suggested"] },
  payoutStatus: { in: ["paid"] },
  deletedAt: null,
} satisfies Prisma.DepositWhereInput;

/**
 * Payments that a match may use: open in the connected ledger, and in no accepted match. Those that are
 * only proposed somewhere are free to be proposed elsewhere.
 */
export const freePayment = {
  state: "open",
  integration: { status: { not: "disconnected" } },
  matchedPayments: { none: { live: true, match: { state: "accepted" } } },
} satisfies Prisma.LedgerPaymentWhereInput;

/** So many ids are looked up; more are picked from all open rows, because a statement has a limit. */
const MAX_LOOKED_UP = 2_000;

/** An open deposit with what users have decided about its lines. */
export type OpenDeposit = EngineDeposit & {
  matches: Prisma.MatchGetPayload<{ include: typeof withParts }>[];
};

/** Deposits that are still to be matched, of these ids. */
export async function loadDeposits(
  tx: Tx,
  { companyId }: CompanyContext,
  ids: readonly number[],
): Promise<OpenDeposit[]> {
  if (ids.length === 0) return [];
  const found = await tx.deposit.findMany({
    where: { companyId, ...openDeposit, ...lookedUp(ids) },
    omit: { raw: true },
    include: {
      lines: { omit: { raw: true }, orderBy: { id: "asc" } },
      integration: { select: { provider: true, settings: true } },
      matches: { where: { state: "accepted" }, include: withParts },
    },
    orderBy: { id: "asc" },
  });
  return picked(found, ids);
}

/** Payments that a match may use, of these ids. */
export async function loadPayments(
  tx: Tx,
  { companyId }: CompanyContext,
  ids: readonly number[],
): Promise<EnginePayment[]> {
  if (ids.length === 0) return [];
  const found = await tx.ledgerPayment.findMany({
    where: { companyId, ...freePayment, ...lookedUp(ids) },
    omit: { raw: true },
    orderBy: { id: "asc" },
  });
  return picked(found, ids);
}

function lookedUp(ids: readonly number[]) {
  return ids.length <= MAX_LOOKED_UP ? { id: { in: [...ids] } } : {};
}

function picked<Row extends { id: number }>(rows: Row[], ids: readonly number[]): Row[] {
  const wanted = new Set(ids);
  return rows.filter(({ id }) => wanted.has(id));
}
