import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useContext } from "react";
import { BOOKS, refreshBooks } from "@/components/deposit-parts/refresh-books";
import { type LineDecision, NoteDecision } from "@/components/deposit-parts/use-undo";
import { refreshDeposit } from "@/components/deposits/queries";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { bookLine } from "@/lib/contracts/bookings";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type {
  cancelPlanned,
  matchLine,
  planInvoicePayment,
  planReceipt,
  waitForLine,
} from "@/lib/contracts/planned-payments";
import type { planReceipts, previewReceipts } from "@/lib/contracts/receipts";

/** The ledger may be asked first. */
const LEDGER_TIMEOUT_MS = 45_000;
/** Thousands of lines may be looked through. */
const BULK_TIMEOUT_MS = 120_000;
const MATCHED = "Matched.";

export type Selection = BodyOf<typeof previewReceipts>;

/** @param replace as if nothing had been chosen for the line yet. */
export function lineOptionsQuery(deposit_id: number, line_id: number, replace?: true) {
  return queryOptions({
    queryKey: [...BOOKS, "line-options", deposit_id, line_id, replace] as const,
    queryFn: ({ signal }) =>
      call("GET /qb/line-options/", {
        query: { deposit_id, line_id, ...(replace && { replace: "true" }) },
        signal,
        timeoutMs: LEDGER_TIMEOUT_MS,
      }),
  });
}

export function invoiceSearchQuery(search: string, currency: string) {
  return queryOptions({
    queryKey: [...BOOKS, "open-invoices", search, currency] as const,
    queryFn: ({ signal }) =>
      call("GET /qb/open-invoices/", { query: { search, currency }, signal }),
    enabled: search !== "",
  });
}

/** Not refreshed in the background: what is applied is what was on screen. */
export function receiptPreviewQuery(selection: Selection) {
  return queryOptions({
    queryKey: ["receipt-preview", selection] as const,
    queryFn: ({ signal }) =>
      call("POST /qb/preview-receipts/", { body: selection, signal, timeoutMs: BULK_TIMEOUT_MS }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

interface Answer {
  message: string;
  status?: string;
}

/**
 * Saves a choice for a line; `onDone` once its deposit shows it.
 * @param undoOf how the choice is undone; absent: it is itself an undo.
 */
function useChoice<Body extends { deposit_id: number }>(
  send: (body: Body) => Promise<Answer>,
  onDone: () => void,
  undoOf?: (body: Body) => LineDecision | null,
) {
  const client = useQueryClient();
  const note = useContext(NoteDecision);
  return useMutation({
    mutationFn: send,
    onSuccess: async ({ message, status }, body) => {
      const { deposit_id } = body;
      const decision = undoOf?.(body);
      if (decision) note(status === "matched" ? { kind: "match", ids: [deposit_id] } : decision);
      await refreshDeposit(client, deposit_id);
      toast.success(message, status === "matched" ? { description: MATCHED } : {});
      onDone();
    },
  });
}

function ofLine({ deposit_id, line_id }: { deposit_id: number; line_id: number }): LineDecision {
  return { kind: "lines", deposit_id, line_ids: [line_id] };
}

/** Books a line that the books do not know to an account. */
export function useBookLine(onDone: () => void) {
  return useChoice(
    (body: BodyOf<typeof bookLine>) => call("POST /qb/book-line/", { body }),
    onDone,
    ofLine,
  );
}

export function useMatchLine(onDone: () => void) {
  return useChoice(
    (body: BodyOf<typeof matchLine>) => call("POST /qb/match-line/", { body }),
    onDone,
    ofLine,
  );
}

export function usePlanReceipt(onDone: () => void) {
  return useChoice(
    (body: BodyOf<typeof planReceipt>) => call("POST /qb/plan-receipt/", { body }),
    onDone,
    // One receipt is on all of its lines.
    ({ deposit_id, line_ids }) => ({ kind: "lines", deposit_id, line_ids: line_ids.slice(0, 1) }),
  );
}

export function usePlanInvoicePayment(onDone: () => void) {
  return useChoice(
    (body: BodyOf<typeof planInvoicePayment>) => call("POST /qb/plan-invoice-payment/", { body }),
    onDone,
    ofLine,
  );
}

export function useCancelPlanned(onDone: () => void) {
  return useChoice(
    (body: BodyOf<typeof cancelPlanned>) => call("POST /qb/cancel-planned/", { body }),
    onDone,
  );
}

export function useWaitForLine(onDone: () => void) {
  return useChoice(
    (body: BodyOf<typeof waitForLine>) => call("POST /qb/wait-for-line/", { body }),
    onDone,
    (body) => (body.until === null ? null : { ...ofLine(body), kind: "postponed" }),
  );
}

export function usePlanReceipts(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof planReceipts>) =>
      call("POST /qb/plan-receipts/", { body, timeoutMs: BULK_TIMEOUT_MS }),
    onSuccess: async ({ message }, { selection: { deposit_id } }) => {
      await (deposit_id === undefined ? refreshBooks(client) : refreshDeposit(client, deposit_id));
      toast.success(message);
      onDone();
    },
  });
}
