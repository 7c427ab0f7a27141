import { QueryClient } from "@tanstack/react-query";
import { ApiError, NetworkError } from "@/lib/api-errors";

const MAX_RETRIES = 2;
const WORTH_A_RETRY = new Set([502, 503, 504]);

/** The cache of server data; one per browser tab. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
        retryDelay: (failures) => 400 * 2 ** failures,
      },
      mutations: { retry: false },
    },
  });
}

function isPassing(error: Error): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiError && WORTH_A_RETRY.has(error.status);
}
