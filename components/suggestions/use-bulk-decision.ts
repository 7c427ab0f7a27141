import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { DECISIONS, refreshAfterDecision } from "@/components/deposit-parts/decisions";
import { removeSuggestions } from "@/components/suggestions/queries";
import { call } from "@/lib/api";

/** Deposits decided in one request: few enough to see the bar move. */
const BATCH = 20;

export interface Progress {
  done: number;
  total: number;
  /** "Confirming" */
  verb: string;
}

/** What came of deciding many suggestions. */
export interface BulkDecision {
  answer: "confirm" | "dismiss";
  decided: number[];
  skipped: { deposit_id: number; message: string }[];
  /** Why it ended early; what was decided by then stays. */
  error: string | null;
}

const VERBS = { confirm: "Confirming", dismiss: "Dismissing" } as const;

/** Decides many suggestions batch by batch; can be stopped between two of them. */
export function useBulkDecision(onDone: (outcome: BulkDecision) => void) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const stopped = useRef(false);
  const run = useMutation({
    mutationKey: DECISIONS,
    mutationFn: async ({ answer, ids }: { answer: BulkDecision["answer"]; ids: number[] }) => {
      const outcome: BulkDecision = { answer, decided: [], skipped: [], error: null };
      stopped.current = false;
      for (let at = 0; at < ids.length && !stopped.current; at += BATCH) {
        setProgress({ done: at, total: ids.length, verb: VERBS[answer] });
        const deposit_ids = ids.slice(at, at + BATCH);
        try {
          const { decided, skipped } = await call("POST /qb/decide-suggestions/", {
            body: { deposit_ids, decision: answer },
          });
          outcome.decided.push(...decided);
          outcome.skipped.push(...skipped);
          await removeSuggestions(client, decided);
        } catch (error) {
          outcome.error = error instanceof Error ? error.message : "";
          break;
        }
      }
      return outcome;
    },
    onSuccess: onDone,
    onSettled: () => {
      setProgress(null);
      refreshAfterDecision(client);
    },
  });
  return {
    progress,
    start: (answer: BulkDecision["answer"], ids: number[]) => run.mutate({ answer, ids }),
    stop: () => {
      stopped.current = true;
    },
  };
}
