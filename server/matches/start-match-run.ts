import type { MatchRun } from "@/generated/prisma/client";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type {
  startMatchRun as contract,
  MatchRun as MatchRunView,
} from "@/lib/contracts/match-runs";
import { selectDeposits } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import { db, isUniqueViolation, type Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { enqueue } from "@/server/platform/queue/enqueue";
import { recordAudit } from "@/server/platform/record-audit";
import { openDeposit } from "./load-open-rows";
import { toMatchRunView } from "./to-match-run-view";

type Input = BodyOf<typeof contract>;

/**
 * Starts a bulk Auto Match of the named deposits, or of all that fit a filter. Deposits that are already
 * matched or posted, or have not reached the bank, are skipped.
 * @throws NotFoundError when a named deposit is not there, ConflictError when none of them is open or
 *   another bulk Auto Match of the company is under way.
 */
export async function startMatchRun(
  ctx: CompanyContext,
  input: Input,
): Promise<{ message: string; run: MatchRunView }> {
  const run = await create(ctx, input).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new ConflictError("Auto Match is already running. Wait for it to finish, or cancel it.");
  });
  await enqueue("match-run", { companyId: ctx.companyId, runId: run.id });
  return { message: "Auto Match started", run: toMatchRunView(run) };
}

function create(ctx: CompanyContext, input: Input): Promise<MatchRun> {
  const { companyId, userId, role = null, apiToken = null } = ctx;
  return db(ctx).$transaction(async (tx) => {
    const depositIds = await openOnes(tx, ctx, await chosen(tx, ctx, input));
    if (depositIds.length === 0) {
      throw new ConflictError("None of these deposits is open, so there's nothing to match.");
    }
    const run = await tx.matchRun.create({
      data: { companyId, userId, role, apiToken, depositIds },
    });
    await recordAudit(tx, ctx, {
      action: "match_run.started",
      entity: "match_run",
      entityId: run.id,
      data: { deposits: depositIds.length },
    });
    return run;
  });
}

async function chosen(tx: Tx, ctx: CompanyContext, input: Input): Promise<number[]> {
  if (!input.deposit_ids) return (await selectDeposits(tx, ctx, input.filter ?? {})).ids;
  const ids = [...new Set(input.deposit_ids)];
  const own = await tx.deposit.count({
    where: { companyId: ctx.companyId, id: { in: ids }, deletedAt: null },
  });
  if (own < ids.length) {
    throw new NotFoundError("One of these deposits doesn't exist or has been removed.");
  }
  return ids;
}

/** In the order given: the top of the list is matched first. */
async function openOnes(tx: Tx, ctx: CompanyContext, ids: number[]): Promise<number[]> {
  const rows = await tx.deposit.findMany({
    where: { companyId: ctx.companyId, ...openDeposit },
    select: { id: true },
  });
  const open = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => open.has(id));
}
