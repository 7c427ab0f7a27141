import type { DepositInput, HistoryEntry, PaymentInput } from "@/matching/engine/contract";
import type { CompanyContext } from "@/server/platform/context";
import { outside } from "@/server/platform/outside-work";
import { digestOf } from "./digest-of";
import type { DividedRow, DivisionJob } from "./jobs";
import { withEngineThread } from "./threads";

/**
 * Matches deposits and payments with each other alone, in a thread of its own while the transaction is over.
 * @returns the engine's matches; ids are those of the input
 */
export function divideRows(
  ctx: CompanyContext,
  deposits: DepositInput[],
  payments: PaymentInput[],
  history: HistoryEntry[],
): DividedRow[] {
  const job: DivisionJob = { kind: "division", deposits, payments, history };
  return outside(digestOf(job), () =>
    withEngineThread(ctx, undefined, (thread) => thread.run(job)),
  );
}
