import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queueQuery } from "@/components/dashboard/queries";
import { MAX_QUEUE_ROWS } from "@/lib/constants/queue";
import type { Queue, QueueGroup } from "@/lib/contracts/queue";

/** Deposits of each group at first, and after each "Show more". */
const STEPS = [5, 50, MAX_QUEUE_ROWS];

export type Group = Queue["groups"][number];

/** What waits for the user, group by group. */
export function useQueue() {
  const [step, setStep] = useState(0);
  const limit = STEPS[step] ?? MAX_QUEUE_ROWS;
  const query = useQuery(queueQuery(limit));
  return {
    query,
    groupOf: (wanted: QueueGroup) => query.data?.groups.find(({ group }) => group === wanted),
    /** Null when no more can be listed here. */
    showMore: step < STEPS.length - 1 ? () => setStep(step + 1) : null,
  };
}
