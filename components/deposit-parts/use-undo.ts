import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLedger } from "@/components/session/companies";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { ApiError } from "@/lib/api-errors";
import type { UndoEffect } from "@/lib/constants/matches";
import type { DepositStatus } from "@/lib/contracts/deposits";
import { delay } from "@/lib/delay";
import { DECISIONS, refreshAfterDecision } from "./decisions";
import { refreshBooks } from "./refresh-books";

/** A decision that can be undone; several deposits when they were decided together. */
export interface Decision {
  kind: "match" | "dismissal";
  ids: number[];
  /** The effect that the button names; the server refuses any other. Absent: whatever undoes the deposit. */
  effect?: UndoEffect;
}

const SENDING_WAIT_MS = 1_000;
const MAX_WAITS = 20;

/** A match confirmed a moment ago may be on its way to the books: it can be undone once it is posted. */
async function patiently<T>(depositId: number, undo: () => Promise<T>): Promise<T> {
  let onItsWay = true;
  for (let waits = 0; ; waits += 1) {
    try {
      return await undo();
    } catch (error) {
      const conflict = error instanceof ApiError && error.status === 409;
      if (!conflict || !onItsWay || waits === MAX_WAITS) throw error;
      // It may have been posted since the conflict: one more try decides.
      onItsWay = await isOnItsWay(depositId);
      if (onItsWay) await delay(SENDING_WAIT_MS);
    }
  }
}

async function isOnItsWay(deposit_id: number): Promise<boolean> {
  const { deposit } = await call("GET /qb/deposit/", { query: { deposit_id } });
  return deposit.posting?.state === "sending" || deposit.posting?.state === "queued";
}

/** Undoes decisions one deposit at a time: each may need a call to the ledger. */
export function useUndo(onProgress?: (done: number, total: number) => void) {
  const { name } = useLedger();
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationKey: DECISIONS,
    mutationFn: async ({ kind, ids, effect }: Decision) => {
      const send = (deposit_id: number) =>
        kind === "match"
          ? call("POST /qb/undo/", { body: { deposit_id, ...(effect && { effect }) } })
          : call("POST /qb/undo-dismissal/", { body: { deposit_id } });
      const failures: string[] = [];
      let message = "";
      let suggested = 0;
      for (const [index, deposit_id] of ids.entries()) {
        onProgress?.(index, ids.length);
        try {
          const answer = await patiently(deposit_id, () => send(deposit_id));
          message = answer.message;
          if (answer.status === "suggested") suggested += 1;
        } catch (error) {
          failures.push(error instanceof Error ? error.message : "");
        }
      }
      return { message, failures, suggested };
    },
    onSuccess: ({ message, failures, suggested }, { ids, effect }) => {
      const done = ids.length - failures.length;
      const { failed, became } = effect === "delete" ? deletedFrom(name) : UNDONE;
      if (done === 0) toast.error(failed, { description: failures[0] });
      else if (ids.length === 1) toast.success(message);
      else {
        toast.success(`${done} of ${ids.length} ${became}`, {
          description: failures[0] ?? suggestedAgain(suggested),
          ...(suggested > 0 && {
            action: { label: "Review them", onClick: () => router.push("/dashboard") },
          }),
        });
      }
    },
    onSettled: () => refreshAfterDecision(client),
  });
}

/** An undo of many looks like lost work until its matches are seen again. */
function suggestedAgain(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1
    ? "1 match is kept as a suggestion."
    : `${count} matches are kept as suggestions.`;
}

const UNDONE = { failed: "Couldn't undo", became: "undone" };
const deletedFrom = (ledger: string) => ({
  failed: `Couldn't delete it from ${ledger}`,
  became: `deleted from ${ledger}`,
});

/** What matching once more has led to. */
const LOOKED: Record<DepositStatus, (ledger: string) => string> = {
  pending: (ledger) => `${ledger} was checked. Nothing has changed.`,
  suggested: () => "We found a likely match. Please review it.",
  matched: () => "Matched.",
  posted: (ledger) => `Matched and posted to ${ledger}.`,
};

/** Reads the books again, then matches one deposit again. */
export function useCheckAgain() {
  const { name } = useLedger();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("POST /qb/auto-match/", { body: { deposit_id: id } }),
    onSuccess: async ({ status }) => {
      await refreshBooks(client);
      if (status === "pending") toast(LOOKED[status](name));
      else toast.success(LOOKED[status](name));
    },
    onError: (error) => toast.error("Couldn't check again", { description: error.message }),
  });
}

/** Dates a deposit on the first day after the closed period, or on its own day again. */
export function usePostOnOpenDay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, on }: { id: number; on: boolean }) =>
      call("POST /qb/post-on-open-day/", { body: { deposit_id: id, on } }),
    onSuccess: (answer) => {
      toast.success(answer.message);
      return refreshBooks(client);
    },
    onError: (error) => toast.error(error.message),
  });
}

/** The same for every deposit that waits because the books are closed. */
export function usePostAllOnOpenDay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /qb/post-all-on-open-day/"),
    onSuccess: (answer) => {
      toast.success(answer.message);
      return refreshBooks(client);
    },
    onError: (error) => toast.error(error.message),
  });
}

export function usePostDeposit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("POST /qb/post-deposit/", { body: { deposit_id: id } }),
    onSuccess: (answer) => {
      toast.success(answer.message);
      return refreshBooks(client);
    },
    onError: (error) => toast.error(error.message),
  });
}

/** Retries a posting that the books refused or that was incomplete. */
export function useRetryPosting() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("POST /qb/retry-posting/", { body: { deposit_id: id } }),
    onSuccess: (answer) => {
      toast.success(answer.message);
      return refreshBooks(client);
    },
    onError: (error) => toast.error(error.message),
  });
}
