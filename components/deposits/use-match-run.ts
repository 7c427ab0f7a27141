import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { refreshBooks } from "@/components/deposit-parts/refresh-books";
import { nextStep, resultText } from "@/components/deposits/match-run";
import { pollEvery } from "@/components/live/liveness";
import { useWatch } from "@/components/live/use-watch";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { isUnderWay } from "@/lib/constants/runs";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { MatchRun, startMatchRun } from "@/lib/contracts/match-runs";
import { matchRunKeys } from "./match-run";

const POLL_MS = 1_000;
const KEY = matchRunKeys.latest;

/** The latest bulk Auto Match; polled while it runs, also after a reload. */
const latestRunQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call("GET /qb/auto-match-runs/", { signal }),
  refetchInterval: (query) => {
    const run = query.state.data?.run;
    return run && isUnderWay(run) ? pollEvery(POLL_MS) : false;
  },
});

/** The bulk Auto Match that is under way, or null; says what came of it once it has ended. */
export function useMatchRun(): MatchRun | null {
  const client = useQueryClient();
  const router = useRouter();
  const run = useQuery(latestRunQuery).data?.run ?? null;
  useWatch(run !== null && isUnderWay(run));
  const followed = useRef<string | null>(null);

  useEffect(() => {
    if (!run) return;
    if (isUnderWay(run)) followed.current = run.id;
    else if (followed.current === run.id) {
      followed.current = null;
      announce(run, (href) => router.push(href));
      void refreshBooks(client);
    }
  }, [run, client, router]);

  return run && isUnderWay(run) ? run : null;
}

function announce(run: MatchRun, go: (href: string) => void): void {
  if (run.state === "failed") {
    toast.error("Auto-match failed. Please try again.", { description: run.message });
    return;
  }
  const next = nextStep(run);
  const more = {
    description: resultText(run),
    ...(next && { action: { label: next.label, onClick: () => go(next.href) } }),
  };
  if (run.state === "cancelled") toast("Auto Match stopped. Matches made so far are kept.", more);
  else toast.success("Auto-match completed successfully", more);
}

export function useStartMatchRun(onStarted: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof startMatchRun>) => call("POST /qb/auto-match-runs/", { body }),
    onSuccess: ({ run }) => {
      client.setQueryData(KEY, { run });
      onStarted();
    },
    onError: (error) => {
      toast.error("Auto-match failed. Please try again.", { description: error.message });
      return follow(client);
    },
  });
}

export function useCancelMatchRun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call("POST /qb/auto-match-runs/cancel/", { body: { match_run_id: id } }),
    onError: (error) => toast.error("Couldn't stop Auto Match", { description: error.message }),
    onSettled: () => follow(client),
  });
}

function follow(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: KEY });
}
