import type { DepositStatus } from "@/lib/contracts/deposits";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { rematch, requestRematch } from "@/server/matches/rematch";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import {
  type ChosenLines,
  requireLines,
  requireOpenLines,
  requireUnsent,
} from "./require-open-lines";
import { takeBack } from "./take-back";

/** The lines that a user chooses for. */
interface NamedLines {
  deposit_id: number;
  line_ids: readonly number[];
  /** What was chosen for them before is taken back. */
  replace?: true | undefined;
}

/**
 * Carries a user's choice for open lines out, under the company's lock; then the deposit goes its normal way. A
 * choice that replaces another one is stored with its end, or not at all.
 * @param store writes the choice, and returns it in words.
 * @throws what {@link requireOpenLines} and `store` throw.
 */
export async function chooseForLines(
  ctx: CompanyContext,
  named: NamedLines,
  store: (tx: Tx, chosen: ChosenLines) => Promise<string>,
): Promise<{ message: string; status: DepositStatus }> {
  const { message, pending } = await withCompanyLock(ctx, async (tx) => {
    if (named.replace) await takeBackChoices(tx, ctx, named);
    const chosen = await requireOpenLines(tx, ctx, named);
    const text = await store(tx, chosen);
    return { message: text, pending: await requestRematch(tx, ctx, [chosen.deposit.id]) };
  });
  const [status = "pending"] = await rematch(ctx, pending);
  return { message, status };
}

/**
 * Ends what users chose for lines. What the engine or a whole match decided stays, and is refused as decided.
 * @throws what {@link requireLines}, {@link requireUnsent} and {@link takeBack} throw.
 */
export async function takeBackChoices(
  tx: Tx,
  ctx: CompanyContext,
  named: Pick<NamedLines, "deposit_id" | "line_ids">,
): Promise<void> {
  const { deposit, lines } = await requireLines(tx, ctx, named);
  await requireUnsent(tx, ctx, deposit);
  const choices = await tx.match.findMany({
    where: {
      ...{ companyId: ctx.companyId, depositId: deposit.id, state: "accepted", origin: "manual" },
      lines: { some: { lineId: { in: lines.map(({ id }) => id) } } },
    },
    include: { lines: true },
  });
  for (const { id, lines: own } of choices) {
    // The first one changes the deposit's status.
    await takeBack(tx, ctx, await requireDeposit(tx, ctx, deposit.id), id);
    await recordAudit(tx, ctx, {
      action: "deposit.choice_cancelled",
      entity: "deposit",
      entityId: deposit.id,
      data: { lineIds: own.map(({ lineId }) => lineId) },
    });
  }
}
