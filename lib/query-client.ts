import { MutationCache, notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, NetworkError } from "@/lib/api-errors";

/** The user's companies with their roles; see components/session/companies.ts. */
export const COMPANIES = ["companies"] as const;
const MAX_RETRIES = 2;
const WORTH_A_RETRY = new Set([502, 503, 504]);

/** The cache of server data; one per browser tab. */
export function createQueryClient(): QueryClient {
  notifyManager.setScheduler(together());
  // A role that was lowered meanwhile shows in what the page offers.
  const onError = (error: Error) => {
    if (!(error instanceof ApiError) || error.status !== 403) return;
    void client.invalidateQueries({ queryKey: COMPANIES });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
        retryDelay: (failures) => 400 * 2 ** failures,
      },
      mutations: { retry: false },
    },
  });
  return client;
}

function isPassing(error: Error): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiError && WORTH_A_RETRY.has(error.status);
}

/** Delivers answers that arrive together in one batch, so that the page is drawn once. */
function together(): (tell: () => void) => void {
  let waiting: (() => void)[] = [];
  const tellAll = () => {
    const now = waiting;
    waiting = [];
    for (const tell of now) tell();
  };
  return (tell) => {
    if (waiting.push(tell) === 1) setTimeout(tellAll);
  };
}
