import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api";

export const apiTokensQuery = queryOptions({
  queryKey: ["api-tokens"] as const,
  queryFn: ({ signal }) => call("GET /api-tokens/", { signal }),
});
