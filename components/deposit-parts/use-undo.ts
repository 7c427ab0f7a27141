import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext } from "react";
import { useLedger } from "@/components/session/companies";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { ApiError } from "@/lib/api-errors";
import type { UndoEffect } from "@/lib/constants/matches";
import type { DepositStatus } from "@/lib/contracts/deposits";
import { delay } from "@/lib/delay";
import { DECISIONS, refreshAfterDecision } from "./decisions";
import { refreshBooks } from "./refresh-books";

/** A decision that can be undone; several deposits, or lines of one, when they were decided together. */
export type Decision =
  | {
      kind: "match" | "dismissal";
      ids: number[];
      /** The effect that the button names; the server refuses any other. Absent: whatever undoes the deposit. */
      effect?: UndoEffect;
    }
  | LineDecision;

/** What was chosen for lines of a deposit that isn't matched by it yet, or until when they were postponed. */
export interface LineDecision {
  kind: "lines" | "postponed";
  deposit_id: number;
  line_ids: number[];
}

/** Where decisions about lines are noted, so that a key can undo them. */
export const NoteDecision = createContext<(decision: Decision) => void>(() => {});

/** The calls that undo a decision, one after the other: each may need one to the ledger. */
function stepsOf(decision: Decision): (() => Promise<{ message: string; status?: string }>)[] {
  switch (decision.kind) {
    case "match": {
      const effect = decision.effect && { effect: decision.effect };
      return decision.ids.map(
        (deposit_id) => () =>
          patiently(deposit_id, () => call("POST /qb/undo/", { body: { deposit_id, ...effect } })),
      );
    }
    case "dismissal":
      return decision.ids.map(
        (deposit_id) => () =>
          patiently(deposit_id, () => call("POST /qb/undo-dismissal/", { body: { deposit_id } })),
      );
    case "lines":
      return linesOf(decision).map((body) => () => call("POST /qb/cancel-planned/", { body }));
    case "postponed":
      return linesOf(decision).map(
        (body) => () => call("POST /qb/wait-for-line/", { body: { ...body, until: null } }),
      );
  }
}

function linesOf({ deposit_id, line_ids }: LineDecision) {
  return line_ids.map((line_id) => ({ deposit_id, line_id }));
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

/** Undoes decisions one deposit or line at a time. */
export function useUndo(onProgress?: (done: number, total: number) => void) {
  const { name } = useLedger();
  const client = useQueryClient();
  return useMutation({
    mutationKey: DECISIONS,
    mutationFn: async (decision: Decision) => {
      const steps = stepsOf(decision);
      const failures: string[] = [];
      let message = "";
      let suggested = 0;
      for (const [index, step] of steps.entries()) {
        onProgress?.(index, steps.length);
        try {
          const answer = await step();
          message = answer.message;
          if (answer.status === "suggested") suggested += 1;
        } catch (error) {
          failures.push(error instanceof Error ? error.message : "");
        }
      }
      return { message, failures, suggested, total: steps.length };
    },
    onSuccess: ({ message, failures, suggested, total }, decision) => {
      const done = total - failures.length;
      const deletes = decision.kind === "match" && decision.effect === "delete";
      const kept = suggested > 0 && `Kept as suggestions: ${suggested}.`;
      const { failed, became } = deletes ? deletedFrom(name) : UNDONE;
      if (done === 0) toast.error(failed, { description: failures[0] });
      else if (total === 1) toast.success(message);
      else {
        toast.success(`${done} of ${total} ${became}`, { description: failures[0] ?? kept });
      }
    },
    onSettled: () => refreshAfterDecision(client),
  });
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
