import { useMutation, useQueries, useQueryClient } from "@tanstack/react-query";
import { useContext, useState } from "react";
import { NoteDecision } from "@/components/deposit-parts/use-undo";
import { refreshDeposit } from "@/components/deposits/queries";
import { ConfirmDialog } from "@/components/feedback/confirm-dialog";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import { counted } from "@/lib/counted";
import { parseDecimal, sumMinor, toWireDecimal } from "@/lib/money";
import type { DetailLine } from "./entries";
import { bestFirst, type Fit, isLikely } from "./fits";
import { lineOptionsQuery } from "./queries";

/** An open line, and the invoices that it pays in full. */
interface Receivable {
  line: DetailLine;
  invoices: (Fit & { type: "invoices" })["invoices"];
}

/**
 * Receives all open charges of a deposit that have one best set of open invoices, after a look at which these are; the
 * payments are created when the deposit posts. Offered for two charges or more.
 */
export function BulkInvoices({
  deposit,
  lines,
  open,
  onDone,
}: {
  deposit: DepositDetail["deposit"];
  /** Those for which an open invoice is the first offer. */
  lines: readonly DetailLine[];
  /** How many lines of the deposit are open at all. */
  open: number;
  onDone: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const { currency } = deposit;
  const receivable = useQueries({
    queries: lines.map((line) => lineOptionsQuery(deposit.id, line.id)),
    combine: (results) =>
      results.flatMap(({ data }, index): Receivable[] => {
        const line = lines[index];
        const [best] = data ? bestFirst(data) : [];
        // A doubtful one is decided by itself, beside what speaks for it.
        if (!line || best?.type !== "invoices" || !isLikely(best)) return [];
        return paysAll(line, best.invoices, currency) ? [{ line, invoices: best.invoices }] : [];
      }),
  });
  const receive = useReceiveAll(deposit.id, onDone);
  const own = withoutRepeated(receivable);
  if (own.length < 2) return null;
  const sum = toWireDecimal(
    sumMinor(own.map(({ line }) => parseDecimal(line.amount, currency))),
    currency,
  );
  const title = `Receive ${own.length === open ? "all " : ""}${own.length} on their invoices`;
  return (
    <ConfirmDialog
      title={`${title}?`}
      text="The payments are created when this deposit posts, and can be changed until then."
      action="Receive payments"
      open={isOpen}
      onOpenChange={setOpen}
      onConfirm={() => receive.mutate(own)}
      trigger={
        // The line that has the focus has the one button that stands out.
        <Button size="sm" variant="outline" loading={receive.isPending}>
          <span>
            {title} (<Amount value={sum} currency={currency} />)
          </span>
        </Button>
      }
    >
      <ul
        aria-label="Payments"
        className="max-h-72 divide-y overflow-y-auto rounded-md border text-sm"
      >
        {own.map(({ line, invoices }) => (
          <li key={line.id} className="flex items-baseline justify-between gap-4 p-3">
            <span className="min-w-0">
              <span className="block font-medium break-words">
                {invoices[0]?.customer || line.entity}
              </span>
              <span className="block text-caption break-words text-muted-foreground">
                {line.description} on {invoices.map(({ number }) => number).join(", ")}
              </span>
            </span>
            <Amount value={line.amount} currency={currency} />
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

/** Nothing of the charge is left, so that nothing has to be asked. */
function paysAll(line: DetailLine, invoices: Receivable["invoices"], currency: string): boolean {
  const paid = sumMinor(invoices.map(({ amount }) => parseDecimal(amount, currency)));
  return paid === parseDecimal(line.amount, currency);
}

/** Two charges that fit the same invoice are decided one by one. */
function withoutRepeated(receivable: readonly Receivable[]): Receivable[] {
  const ids = receivable.flatMap(({ invoices }) => invoices.map(({ Id }) => Id));
  const isRepeated = (id: string) => ids.indexOf(id) !== ids.lastIndexOf(id);
  return receivable.filter(({ invoices }) => !invoices.some(({ Id }) => isRepeated(Id)));
}

/** One after the other: each is refused or stored by itself, and what is stored stays. */
function useReceiveAll(depositId: number, onDone: () => void) {
  const client = useQueryClient();
  const note = useContext(NoteDecision);
  return useMutation({
    mutationFn: async (all: readonly Receivable[]) => {
      const line_ids: number[] = [];
      let status = "";
      try {
        for (const { line, invoices } of all) {
          ({ status } = await call("POST /qb/plan-invoice-payment/", {
            body: {
              deposit_id: depositId,
              line_id: line.id,
              invoices: invoices.map(({ Id, amount }) => ({ Id, amount })),
            },
          }));
          line_ids.push(line.id);
        }
      } finally {
        // Those stored before a refusal can be undone as well.
        if (status === "matched") note({ kind: "match", ids: [depositId] });
        else if (line_ids.length > 0) note({ kind: "lines", deposit_id: depositId, line_ids });
      }
      return line_ids.length;
    },
    onSuccess: (count) =>
      toast.success(`${counted(count, "payment")} will be recorded when this deposit posts`),
    onError: (error) => toast.error("Couldn't receive all of them", { description: error.message }),
    onSettled: async () => {
      await refreshDeposit(client, depositId);
      onDone();
    },
  });
}
