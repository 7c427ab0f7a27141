import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { BOOKS, refreshBooks } from "@/components/deposit-parts/refresh-books";
import { toast } from "@/components/ui/toast";
import { call, callPublic } from "@/lib/api";
import { ApiError } from "@/lib/api-errors";
import { MAX_OFFERED_NAMES } from "@/lib/constants/questions";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { answerQuestion, askClient } from "@/lib/contracts/questions";

/** The ledger may be asked first. */
const LEDGER_TIMEOUT_MS = 45_000;
const TRIES = 2;

/** The customers whose payments or invoices come close to a line, best first. */
export function likelyNamesQuery(deposit_id: number, line_id: number) {
  return queryOptions({
    queryKey: [...BOOKS, "likely-names", deposit_id, line_id] as const,
    queryFn: async ({ signal }) => {
      const { candidates, invoices } = await call("GET /qb/line-options/", {
        query: { deposit_id, line_id },
        signal,
        timeoutMs: LEDGER_TIMEOUT_MS,
      });
      const names = [
        ...candidates.flatMap(({ payments }) => payments.map(({ CustomerName }) => CustomerName)),
        ...invoices.flatMap((fit) => fit.invoices.map(({ customer }) => customer)),
      ];
      const { offeredName } = await import("@/lib/contracts/questions");
      return [...new Set(names)]
        .filter((name) => offeredName.safeParse(name).success)
        .slice(0, MAX_OFFERED_NAMES);
    },
  });
}

export function useAskClient(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof askClient>) => call("POST /questions/ask/", { body }),
    onSuccess: async ({ message }) => {
      await refreshBooks(client);
      toast.success(message);
      onDone();
    },
  });
}

export function useRevokeQuestion(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (question_id: number) => call("POST /questions/revoke/", { body: { question_id } }),
    onSuccess: async ({ message }) => {
      await refreshBooks(client);
      toast.success(message);
      onDone();
    },
    onError: (error) => toast.error(error.message),
  });
}

/** The question of a mailed link. It is kept nowhere: its address is a secret. */
export function askedQuestionQuery(token: string) {
  return queryOptions({
    queryKey: ["asked-question", token] as const,
    queryFn: ({ signal }) => callPublic("POST /questions/read/", { body: { token }, signal }),
    retry: (count, error) => !isDeadLink(error) && count < TRIES,
    // What is being answered doesn't change under the reader's hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Unknown, expired, used or withdrawn. */
export function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && [400, 404].includes(error.status);
}

export function useAnswer(onDone: () => void) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof answerQuestion>) =>
      callPublic("POST /questions/answer/", { body }),
    onSuccess: onDone,
  });
}

export function useDecline(onDone: () => void) {
  return useMutation({
    mutationFn: (token: string) => callPublic("POST /questions/decline/", { body: { token } }),
    onSuccess: onDone,
  });
}
