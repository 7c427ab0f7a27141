import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { activityQuery } from "@/components/activity/queries";
import { BOOKS, refreshBooks } from "@/components/deposit-parts/refresh-books";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { postReady } from "@/lib/contracts/posting-review";
import { delay } from "@/lib/delay";

export const reviewQuery = queryOptions({
  queryKey: [...BOOKS, "review"] as const,
  queryFn: ({ signal }) => call("GET /qb/posting-review/", { signal }),
});

/** What Post all would book, by account, as of one state of the review. */
export function runEntryQuery(revision: string) {
  return queryOptions({
    queryKey: [...BOOKS, "review", "entry", revision] as const,
    queryFn: ({ signal }) => call("GET /qb/posting-review/entry/", { signal }),
    placeholderData: keepPreviousData,
  });
}

const PAGE_SIZE = 50;

/** Deposits that are ready, or that the books had already, oldest first. */
export function reviewedQuery(posted: "ready" | "already", page: number) {
  return queryOptions({
    queryKey: [...BOOKS, "reviewed", posted, page] as const,
    queryFn: ({ signal }) =>
      call("GET /qb/deposit-status/", {
        query: { posted, page, page_size: PAGE_SIZE, sort: "date" },
        signal,
      }),
  });
}

/** Posts the reviewed deposits and shows the progress. */
export function usePostReady() {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (body: BodyOf<typeof postReady>) => call("POST /qb/post-ready/", { body }),
    onSuccess: ({ message, deposit_ids }) => {
      const action = { label: "View", onClick: () => router.push("/dashboard/activity") };
      const id = toast.success(message, { action, duration: SHOWN_MS });
      void followPosting(client, deposit_ids, (text, description) =>
        toast.success(text, {
          id,
          action,
          duration: SHOWN_MS,
          ...(description && { description }),
        }),
      );
    },
    onError: (error) => toast.error("Nothing was posted", { description: error.message }),
    onSettled: () => refreshBooks(client),
  });
}

/** Of the toast, after each change. */
const SHOWN_MS = 60_000;
const LOOK_MS = 1_500;
const MAX_LOOKS = 200;

/** Says how many of a Post all are in the books, until none is on its way. Activity shows the same after a reload. */
async function followPosting(
  client: QueryClient,
  ids: readonly number[],
  say: (text: string, description?: string) => void,
): Promise<void> {
  const of = ids.length;
  let said = 0;
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    await delay(LOOK_MS);
    const page = await client
      .fetchQuery({ ...activityQuery(null), staleTime: 0 })
      .catch(() => null);
    // The newest one: nothing else is ready until it is through.
    const run = page?.runs.find(({ kind }) => kind === "posted");
    if (!run || run.deposits !== of) continue;
    const posted = run.created.deposit_ids.length + run.linked;
    if (run.underway === 0) {
      const left = of - posted - run.undone;
      return say(
        `Posted ${posted} of ${of}`,
        left > 0 ? `${left} couldn't be posted: the dashboard says why.` : undefined,
      );
    }
    const done = of - run.underway;
    if (done !== said) say(`Posting ${done} of ${of}`);
    said = done;
  }
}
