import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { CONNECTIONS, refreshBooks } from "@/components/deposit-parts/refresh-books";
import { toastFailure } from "@/components/settings/queries";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { ChosenRule, RuleView } from "@/lib/contracts/rules";

/** The ledger is asked for the names of what was chosen. */
const LEDGER_TIMEOUT_MS = 45_000;
/** All lines of 90 days are looked through. */
const PREVIEW_TIMEOUT_MS = 60_000;

const RULES = [...CONNECTIONS, "rules"] as const;

export const rulesQuery = queryOptions({
  queryKey: [...RULES, "list"] as const,
  queryFn: ({ signal }) => call("GET /rules/", { signal }),
});

/** The part of a rule that decides which lines it covers. */
export type Covering = Omit<ChosenRule, "outcome">;

export function rulePreviewQuery(covering: Covering) {
  return queryOptions({
    queryKey: [...RULES, "preview", covering] as const,
    queryFn: ({ signal }) =>
      call("POST /rules/preview/", { body: covering, signal, timeoutMs: PREVIEW_TIMEOUT_MS }),
    retry: false,
  });
}

export function ruleUsesQuery(rule_id: number) {
  return queryOptions({
    queryKey: [...RULES, "uses", rule_id] as const,
    queryFn: ({ signal }) => call("GET /rules/uses/", { query: { rule_id }, signal }),
  });
}

/** A line that a rule is to be made from. */
export interface RuleOrigin {
  deposit_id: number;
  line_id: number;
}

export function ruleDraftQuery(origin: RuleOrigin) {
  return queryOptions({
    queryKey: [...RULES, "draft", origin] as const,
    queryFn: ({ signal }) => call("GET /rules/from-line/", { query: { ...origin }, signal }),
  });
}

export function customerSearchQuery(search: string) {
  return queryOptions({
    queryKey: ["customers", search] as const,
    queryFn: ({ signal }) =>
      call("GET /qb/customers/", { query: { search }, signal, timeoutMs: LEDGER_TIMEOUT_MS }),
    enabled: search !== "",
  });
}

/** Creates a rule, or changes the one of this id. */
export function useSaveRule(rule_id: number | null, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (chosen: ChosenRule) =>
      rule_id === null
        ? call("POST /rules/", { body: chosen, timeoutMs: LEDGER_TIMEOUT_MS })
        : call("PUT /rules/", { body: { ...chosen, rule_id }, timeoutMs: LEDGER_TIMEOUT_MS }),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: RULES });
      toast.success(message);
      onSaved();
    },
  });
}

export function useSwitchRule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { rule_id: number; active: boolean }) =>
      call("POST /rules/switch/", { body }),
    onSuccess: async ({ message }) => {
      await Promise.all([client.invalidateQueries({ queryKey: RULES }), refreshBooks(client)]);
      toast.success(message);
    },
    onError: (error) => toastFailure("Couldn't switch the rule", error),
  });
}

export function useDeleteRule() {
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: (rule_id: number) => call("POST /rules/restore/", { body: { rule_id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toastFailure("Couldn't restore the rule", error),
    onSettled: () => client.invalidateQueries({ queryKey: RULES }),
  });
  return useMutation({
    mutationFn: (rule_id: number) => call("POST /rules/delete/", { body: { rule_id } }),
    onSuccess: ({ message }, rule_id) =>
      toast.success(message, {
        action: { label: "Undo", onClick: () => restore.mutate(rule_id) },
      }),
    onError: (error) => toastFailure("Couldn't delete the rule", error),
    onSettled: () => client.invalidateQueries({ queryKey: RULES }),
  });
}

const ORDER = [...RULES, "order"] as const;

/** Puts the rules in an order, on screen at once. Moves are saved in sequence, so the last one wins. */
export function useOrderRules() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ORDER,
    scope: { id: ORDER.join() },
    mutationFn: (rules: RuleView[]) =>
      call("POST /rules/order/", { body: { rule_ids: rules.map(({ id }) => id) } }),
    onMutate: async (rules) => {
      await client.cancelQueries({ queryKey: rulesQuery.queryKey });
      client.setQueryData(rulesQuery.queryKey, { rules });
    },
    onError: (error) => toastFailure("Couldn't save the order", error),
    onSettled: async () => {
      // Reading now would bring back the order from before the moves that are still to be saved.
      if (client.isMutating({ mutationKey: ORDER }) > 1) return;
      await client.invalidateQueries({ queryKey: rulesQuery.queryKey });
    },
  });
}
