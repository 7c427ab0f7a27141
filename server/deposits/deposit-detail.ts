import type { AuditEvent } from "@/generated/prisma/client";
import type { DepositDetail } from "@/lib/contracts/deposits";
import { toWireDecimal } from "@/lib/money";
import { settle, toSumProof } from "@/lib/settlement";
import type { CompanyContext } from "@/server/context";
import { db, type Tx } from "@/server/db";
import { chosenBankName } from "@/server/deposits/bank-name";
import { toDepositView, toMatchView } from "@/server/deposits/deposit-view";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { dateText } from "@/server/matches/engine-input";
import {
  toSettlementDeposit,
  toSettlementMatch,
  withParts,
} from "@/server/posting/load-settlement";

/** One deposit with everything that explains it. @throws NotFoundError. */
export async function loadDepositDetail(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<DepositDetail> {
  const { companyId } = ctx;
  const { deposit, matches, posting, history, bankName } = await db(ctx).$transaction(
    async (tx) => {
      const deposit = await requireDeposit(tx, ctx, input.deposit_id);
      const where = { companyId, depositId: deposit.id };
      const events = await tx.auditEvent.findMany({
        where: { companyId, entity: "deposit", entityId: String(deposit.id) },
        orderBy: { id: "desc" },
        take: 100,
      });
      return {
        deposit,
        matches: await tx.match.findMany({ where: { ...where, live: true }, include: withParts }),
        posting: await tx.posting.findFirst({ where: { ...where, NOT: { state: "undone" } } }),
        history: await toHistory(tx, events),
        bankName: await chosenBankName(ctx, tx),
      };
    },
  );
  const matchOf = new Map(
    matches.flatMap((match) => match.lines.map((line) => [line.lineId, match.id] as const)),
  );
  const view = toDepositView(deposit, {
    bankName,
    matchedLineIds: new Set(matchOf.keys()),
    posting: posting ?? undefined,
  });
  const lines = new Map(deposit.lines.map((line) => [line.id, line]));
  return {
    deposit: {
      ...view,
      lines: view.lines.flatMap((shown) => {
        const line = lines.get(shown.id);
        if (!line) return [];
        return {
          ...shown,
          kind: line.kind,
          date: dateText(line.date),
          fee: toWireDecimal(Number(line.fee), line.currency),
          net: toWireDecimal(Number(line.net), line.currency),
          match_id: matchOf.get(line.id) ?? null,
        };
      }),
    },
    bank_name: bankName,
    matches: matches.map(toMatchView),
    proof: toSumProof(
      settle(toSettlementDeposit(deposit), matches.map(toSettlementMatch)),
      Number(deposit.amount),
      deposit.currency,
    ),
    history,
  };
}

const ACTIONS: Record<string, string> = {
  "deposit.received": "Received from the processor",
  "deposit.matched": "Matched automatically",
  "deposit.suggested": "A match was suggested",
  "deposit.pending": "The suggestion no longer holds",
  "deposit.confirmed": "Suggestion confirmed",
  "deposit.dismissed": "Suggestion dismissed",
  "deposit.matched_by_hand": "Matched by hand",
  "deposit.posted": "Posted to QuickBooks",
  "deposit.adopted": "Linked to the Deposit that QuickBooks had already",
  "deposit.posting_failed": "QuickBooks refused the posting",
  "deposit.posting_retried": "Posting tried again",
  "deposit.undone": "Match undone",
  "deposit.released": "Match released, because the payments changed in QuickBooks",
  "deposit.deleted": "Deleted",
};

async function toHistory(tx: Tx, events: AuditEvent[]): Promise<DepositDetail["history"]> {
  const ids = [...new Set(events.flatMap((event) => event.userId ?? []))];
  const users = await tx.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, username: true },
  });
  const names = new Map(users.map((user) => [user.id, user.username]));
  return events.map((event) => ({
    at: event.at.toISOString(),
    who: event.userId === null ? "Deposit Matcher" : (names.get(event.userId) ?? "A former user"),
    action: event.action,
    text: ACTIONS[event.action] ?? event.action,
  }));
}
