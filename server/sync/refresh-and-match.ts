import type { SyncRun } from "@/generated/prisma/client";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { DepositStatus } from "@/lib/contracts/deposits";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { autoMatch } from "@/lib/contracts/matches";
import { counted } from "@/lib/counted";
import { delay } from "@/lib/delay";
import type { LedgerWords } from "@/lib/ledger-words";
import { timeAgo } from "@/lib/time-ago";
import { findLedger } from "@/server/connections/find";
import { loadDepositDetail } from "@/server/deposits/load-deposit-detail";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { autoMatchDeposit, requireMatchable } from "@/server/matches/auto-match-deposit";
import { freePayment } from "@/server/matches/load-open-rows";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { isPaused, PAUSED } from "@/server/platform/installation";
import { isWorkerMissing } from "@/server/platform/queue/claims";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { startSync } from "@/server/work/start-sync";

const FOUND: Record<Exclude<DepositStatus, "pending">, (ledger: LedgerWords) => string> = {
  suggested: () => "We found a likely match. Please review it.",
  matched: ({ name }) => `Matched. Posting to ${name}…`,
  posted: ({ name }) => `Matched and posted to ${name}.`,
};

/**
 * Matches one deposit after reading what changed in the books, and says what was looked at.
 * @throws NotFoundError, or ConflictError when the deposit is posted or has not reached the bank.
 */
export async function refreshAndMatch(
  ctx: CompanyContext,
  input: BodyOf<typeof autoMatch>,
): Promise<ResponseOf<typeof autoMatch>> {
  // What can't be matched is refused before the ledger is asked.
  await requireMatchable(ctx, input.deposit_id);
  const looked = await refreshLedger(ctx);
  const { message, status } = await match(ctx, input);
  const detail = await loadDepositDetail(ctx, input);
  const result = `${lookedAtText(looked)} ${resultText(status, detail, await loadLedgerWords(ctx))}`;
  const { payments, read_at } = looked;
  return { message, status, looked_at: { payments, read_at }, result };
}

/** The sync that was waited for lets the engine run too: it may have been faster, up to the posting. */
async function match(ctx: CompanyContext, input: BodyOf<typeof autoMatch>) {
  try {
    return await autoMatchDeposit(ctx, input);
  } catch (error) {
    const { status } = await requireDeposit(db(ctx), ctx, input.deposit_id);
    if (!(error instanceof ConflictError) || status !== "posted") throw error;
    return { message: "Auto-match completed successfully", status };
  }
}

/** "Looked at 47 payments, read just now." */
function lookedAtText({ payments, read_at, problem }: LedgerRead): string {
  const read = read_at === null ? "" : `, read ${timeAgo(read_at, new Date())}`;
  const looked = `Looked at ${counted(payments, "payment")}${read}.`;
  return problem === "" ? looked : `${problem} ${looked}`;
}

function resultText(
  status: DepositStatus,
  { reasons }: DepositDetail,
  ledger: LedgerWords,
): string {
  if (status !== "pending") return FOUND[status](ledger);
  return reasons[0]?.text ?? "No match found. Match it manually.";
}

/** A change in the books is made by a person: what was read this long ago is what is there. */
const FRESH_MS = 5_000;
const WAIT_SECONDS = 20;

/** Which payments were considered, and when the books were last read. */
interface LedgerRead {
  /** Payments that no match explains. */
  payments: number;
  /** When they were read, as an ISO instant; null: never. */
  read_at: string | null;
  /** For the user: why they were not read now; empty when they were. */
  problem: string;
}

/**
 * Reads what has changed in the books since the last look, unless that is seconds ago. Waits for the end of the sync,
 * at most 20 seconds, and holds nothing meanwhile. A ledger that does not answer is no error: what is known stays.
 */
async function refreshLedger(ctx: CompanyContext): Promise<LedgerRead> {
  const problem = await read(ctx);
  const [ledger, payments] = await Promise.all([
    findLedger(ctx),
    db(ctx).ledgerPayment.count({ where: { companyId: ctx.companyId, ...freePayment } }),
  ]);
  return { payments, read_at: ledger?.lastSyncedAt?.toISOString() ?? null, problem };
}

async function read(ctx: CompanyContext): Promise<string> {
  const ledger = await findLedger(ctx);
  const { name } = await loadLedgerWords(ctx);
  if (!ledger) return `${name} isn't connected.`;
  if (ledger.status !== "connected") return `Your ${name} connection has expired.`;
  if (Date.now() - (ledger.lastSyncedAt?.getTime() ?? 0) < FRESH_MS) return "";
  if (await isPaused()) return PAUSED;
  const run = await startSync(ctx, { integrationId: ledger.id, trigger: "manual" });
  const ended = await waitForRun(ctx, run.id, WAIT_SECONDS);
  if (ended.state === "succeeded") return "";
  return ended.state === "failed" ? ended.message : `${name} didn't answer in time.`;
}

const POLL_MS = 200;
/** A worker that is there takes a run sooner. */
const TAKEN_WITHIN_MS = 5_000;

/** Waits until a run is over, at most `seconds`, or no worker is there to take it, and returns it as it is then. */
export async function waitForRun(
  ctx: CompanyContext,
  runId: string,
  seconds: number,
): Promise<SyncRun> {
  const startedAt = Date.now();
  const deadline = startedAt + seconds * 1000;
  for (;;) {
    const run = await db(ctx).syncRun.findUniqueOrThrow({
      where: { companyId_id: { companyId: ctx.companyId, id: runId } },
    });
    const over = run.state !== "queued" && run.state !== "running";
    if (over || Date.now() >= deadline) return run;
    const isLate = run.state === "queued" && Date.now() - startedAt > TAKEN_WITHIN_MS;
    if (isLate && (await isWorkerMissing())) return run;
    await delay(POLL_MS);
  }
}
