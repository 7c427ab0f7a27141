import type { DepositLine } from "@/generated/prisma/client";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { isUnderway, lockPostings } from "@/server/work/postings";

/** Lines of a deposit that a user decides about. */
export interface ChosenLines {
  deposit: DepositWithLines;
  lines: DepositLine[];
}

interface Named {
  deposit_id: number;
  line_ids: readonly number[];
}

/** @throws NotFoundError when the deposit or a line of it does not exist, or is another company's. */
export async function requireLines(
  tx: Tx,
  ctx: CompanyContext,
  { deposit_id, line_ids }: Named,
): Promise<ChosenLines> {
  const deposit = await requireDeposit(tx, ctx, deposit_id);
  const wanted = new Set(line_ids);
  const lines = deposit.lines.filter(({ id }) => wanted.has(id));
  if (lines.length < wanted.size) throw new NotFoundError("This line isn't part of the deposit.");
  return { deposit, lines };
}

/**
 * Lines that can still be decided about, under the company's lock.
 * @throws NotFoundError; ConflictError when the deposit is posted or being posted, its payout came back, or
 *   somebody has decided about one of the lines.
 */
export async function requireOpenLines(
  tx: Tx,
  ctx: CompanyContext,
  named: Named,
): Promise<ChosenLines> {
  const found = await requireLines(tx, ctx, named);
  await requireUnsent(tx, ctx, found.deposit);
  const decided = await tx.matchLine.count({
    where: {
      companyId: ctx.companyId,
      lineId: { in: found.lines.map(({ id }) => id) },
      live: true,
      match: { state: "accepted" },
    },
  });
  if (decided > 0) {
    throw new ConflictError(
      named.line_ids.length === 1
        ? "This line is already matched. Reload the page."
        : "One of these lines is already matched. Reload the page.",
    );
  }
  return found;
}

/** @throws ConflictError when the deposit is posted or being posted, or its payout came back. */
export async function requireUnsent(
  tx: Tx,
  ctx: CompanyContext,
  { id, status, payoutStatus }: DepositWithLines,
): Promise<void> {
  if (status === "posted") {
    throw new ConflictError("This deposit is posted. Undo the match first.");
  }
  if (payoutStatus === "failed" || payoutStatus === "canceled") {
    throw new ConflictError("This payout didn't reach the bank, so it can't be matched.");
  }
  const [posting] = await lockPostings(tx, ctx, [id]);
  if (posting && isUnderway(posting)) {
    throw new ConflictError("This deposit is being posted. Try again in a moment.");
  }
}

/** Stripe's balance transactions: no screen of Stripe and no receipt shows them. */
const INTERNAL = /^txn_/;

/** The processor's id of a line that people and the books know: of the charge, refund or dispute. */
export function processorReference({
  providerId,
  reference,
}: Pick<DepositLine, "providerId" | "reference">): string {
  if (!INTERNAL.test(providerId)) return providerId;
  return reference.split(" ").find((id) => id !== "" && id !== providerId) ?? providerId;
}

/** The rule that decides in a user's place. */
export interface DecidingRule {
  id: number;
  /** In words. */
  text: string;
}

/** What an audit row says of it. */
export function ruleFacts(rule: DecidingRule | null) {
  return rule ? { ruleId: rule.id, rule: rule.text } : {};
}
