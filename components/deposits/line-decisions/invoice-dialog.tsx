"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useDebounced } from "@/components/ui/use-debounced";
import { MAX_SEARCH_LENGTH } from "@/lib/constants/deposits";
import type { OpenInvoice } from "@/lib/contracts/open-invoices";
import type { LineOptions } from "@/lib/contracts/planned-payments";
import { formatAmount } from "@/lib/format";
import { parseDecimal, toWireDecimal } from "@/lib/money";
import type { ChoiceDialogProps } from "./dialog-props";
import { type DetailLine, lineTitle } from "./entries";
import {
  leftOf,
  type Picks,
  picksProblem,
  proposedPicks,
  toggled,
  toWirePicks,
  withAmount,
} from "./invoice-picks";
import { InvoiceRow } from "./invoice-row";
import { PlannedJournal } from "./planned-journal";
import { invoiceSearchQuery, lineOptionsQuery, usePlanInvoicePayment } from "./queries";

type Proposal = LineOptions["invoices"][number]["invoices"];

interface InvoiceDialogProps extends Omit<ChoiceDialogProps, "lines"> {
  line: DetailLine;
  /** Chosen from the start. */
  picked: Proposal;
}

/** Receives a charge on open invoices: one or several, in full or in part; what is over is asked about. */
export default function InvoiceDialog({
  deposit,
  line,
  picked,
  replace,
  onDone,
  onClose,
}: InvoiceDialogProps) {
  const ledger = useLedger();
  const { currency } = deposit;
  const charge = { amount: parseDecimal(line.amount, currency), currency };
  const [picks, setPicks] = useState<Picks>(() => proposedPicks(picked));
  const [keepsCredit, setKeepsCredit] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [search, setSearch] = useState("");
  const plan = usePlanInvoicePayment(onDone);
  const { shown, status } = useInvoices(deposit.id, line.id, search, currency, replace);
  const rows = withPicked(shown, picks);
  const left = leftOf(picks, charge);
  // A proposal that is right is received by one more press; what it leaves is asked about first.
  const answer = useRef<HTMLButtonElement>(null);
  const customer = [...picks.values()][0]?.invoice.customer ?? "";

  function change(next: Picks) {
    setPicks(next);
    setProblem(undefined);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = picksProblem(picks, charge, keepsCredit);
    setProblem(found);
    if (found !== undefined) return;
    plan.mutate({
      deposit_id: deposit.id,
      line_id: line.id,
      invoices: toWirePicks(picks, currency),
      ...(left > 0 && { keep_credit: true }),
      replace,
    });
  }

  return (
    <TaskDialog
      title="Receive on open invoices"
      description={
        <>
          {lineTitle(line)}, <Amount value={line.amount} currency={currency} />
        </>
      }
      onClose={onClose}
      className="max-w-2xl"
      {...(picked.length > 0 && { initialFocus: answer })}
    >
      <form noValidate onSubmit={submit} className="grid min-w-0 gap-4">
        <Field label="Search open invoices">
          {(control) => (
            <Input
              {...control}
              type="search"
              autoComplete="off"
              placeholder="Invoice number or customer"
              maxLength={MAX_SEARCH_LENGTH}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
              // Enter searches; it doesn't send what is not chosen yet.
              onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
            />
          )}
        </Field>
        <div className="rounded-md border">
          <ul aria-label="Open invoices" className="max-h-72 divide-y overflow-y-auto">
            {rows.map((invoice) => (
              <li key={invoice.Id} className="p-3">
                <InvoiceRow
                  invoice={invoice}
                  pick={picks.get(invoice.Id)}
                  onToggle={() => change(toggled(picks, invoice, charge))}
                  onAmount={(amount) => change(withAmount(picks, invoice.Id, amount))}
                />
              </li>
            ))}
          </ul>
          <p role="status" className={status && "p-3 text-sm text-muted-foreground"}>
            {status}
          </p>
        </div>
        {left > 0 && picks.size > 0 && (
          <Field
            inline
            label={`Keep ${formatAmount(toWireDecimal(left, currency))} as a credit of ${customer}`}
          >
            {({ "aria-invalid": _, ...control }) => (
              <Checkbox
                {...control}
                ref={answer}
                checked={keepsCredit}
                onCheckedChange={(checked) => {
                  setKeepsCredit(checked === true);
                  setProblem(undefined);
                }}
              />
            )}
          </Field>
        )}
        {picks.size > 0 && (
          <PlannedJournal
            title={paymentTitle(picks, customer)}
            date={line.date}
            amount={line.amount}
            currency={currency}
            debit={ledger.waitingAccount}
            credit="Accounts Receivable"
          />
        )}
        {(problem ?? plan.error?.message) && (
          <p role="alert" className="text-sm text-destructive">
            {problem ?? plan.error?.message}
          </p>
        )}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            {...(left <= 0 && { ref: answer })}
            loading={plan.isPending}
            // The key that opened the dialog may still be held.
            onKeyDown={(event) => event.repeat && event.preventDefault()}
          >
            Receive payment
          </Button>
        </DialogFooter>
      </form>
    </TaskDialog>
  );
}

function paymentTitle(picks: Picks, customer: string): string {
  const numbers = [...picks.values()].map(({ invoice }) => invoice.number).join(", ");
  return `Payment from ${customer} on ${picks.size === 1 ? "invoice" : "invoices"} ${numbers}`;
}

/** What a search finds; without one, the invoices that fit the line. */
function useInvoices(
  depositId: number,
  lineId: number,
  text: string,
  currency: string,
  replace: true | undefined,
): { shown: OpenInvoice[]; status: string } {
  const search = useDebounced(text.trim());
  const options = useQuery(lineOptionsQuery(depositId, lineId, replace));
  const found = useQuery(invoiceSearchQuery(search, currency));
  if (search === "") {
    const shown = options.data?.invoices.flatMap(({ invoices }) => invoices) ?? [];
    return { shown, status: shown.length === 0 ? "Search for the invoice that was paid." : "" };
  }
  if (found.error) return { shown: [], status: `Couldn't search. ${found.error.message}` };
  const shown = found.data?.invoices ?? [];
  const none = shown.length === 0 ? "No open invoice found." : "";
  return { shown, status: found.isPending ? "Searching…" : none };
}

/** The chosen ones stay in the list, on top, whatever is searched for. Each once. */
function withPicked(shown: readonly OpenInvoice[], picks: Picks): OpenInvoice[] {
  const rows = new Map([...picks.values()].map(({ invoice }) => [invoice.Id, invoice]));
  for (const invoice of shown) if (!rows.has(invoice.Id)) rows.set(invoice.Id, invoice);
  return [...rows.values()];
}
