import { useState } from "react";
import { kindName } from "@/components/deposit-parts/kind-name";
import { MakeRule } from "@/components/deposit-parts/make-rule";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { latePart } from "@/components/ui/late-part";
import { toast } from "@/components/ui/toast";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import { formatAmount } from "@/lib/format";
import type { LedgerWords } from "@/lib/ledger-words";
import { parseDecimal } from "@/lib/money";
import { ChargeBooking } from "./charge-booking";
import type { EntryOf } from "./entries";
import { useCancelPlanned } from "./queries";

const ReceiptDialog = latePart(() => import("./receipt-dialog"));
const InvoiceDialog = latePart(() => import("./invoice-dialog"));

/** What a user chose for a line, as long as it can be changed. */
export function ChosenLine({
  deposit,
  entry,
  onDone,
}: {
  deposit: DepositDetail["deposit"];
  entry: EntryOf<"chosen">;
  onDone: () => void;
}) {
  const ledger = useLedger();
  const { match, planned, lines } = entry;
  const [line] = lines;
  const [isChanging, setChanging] = useState(false);
  const cancel = useCancelPlanned(onDone);
  const isMade = planned !== null && planned.created_at !== null;
  const isBooked = match.payments.length === 0;
  const close = () => setChanging(false);
  const way = { deposit, replace: true, onDone, onClose: close } as const;
  return (
    <div className="grid gap-3 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium break-words">
            {lines.length === 1 ? line?.description || line?.entity : `${lines.length} lines`},{" "}
            <Amount
              value={match.payments[0]?.TotalAmt ?? line?.amount ?? "0.00"}
              currency={deposit.currency}
            />
          </p>
          <p className="break-words">{chosenText(entry, ledger)}</p>
          <p className="break-words text-muted-foreground">{chosenParts(entry).join(" · ")}</p>
          {line && (isBooked || planned?.invoices.length === 0) && (
            <MakeRule depositId={deposit.id} lineId={line.id} />
          )}
        </div>
        {!isMade && (
          <Allowed to="bookkeeper">
            <div className="flex gap-2">
              {(planned || isBooked) && line && (
                <Button
                  variant="outline"
                  size="sm"
                  disabled={cancel.isPending}
                  {...(isBooked && { "aria-expanded": isChanging })}
                  onClick={() => setChanging(!isChanging)}
                >
                  Change
                </Button>
              )}
              <Button
                variant="outline"
                size="sm"
                loading={cancel.isPending}
                onClick={() =>
                  cancel.mutate(
                    { deposit_id: deposit.id, line_id: match.line_ids[0] },
                    { onError: (error) => toast.error(error.message) },
                  )
                }
              >
                Remove
              </Button>
            </div>
          </Allowed>
        )}
      </div>
      {isChanging && line && isBooked && (
        <ChargeBooking {...{ deposit, line, onDone }} replace onCancel={close} />
      )}
      {isChanging && planned && planned.invoices.length === 0 && (
        <ReceiptDialog {...way} lines={lines} />
      )}
      {isChanging && line && planned && planned.invoices.length > 0 && (
        <InvoiceDialog {...way} line={line} picked={[]} />
      )}
    </div>
  );
}

type Chosen = Pick<EntryOf<"chosen">, "match" | "planned">;

/** For the user: what was chosen. "Sales receipt for Anna Li, created when this deposit is posted" */
export function chosenText({ match, planned }: Chosen, ledger: LedgerWords): string {
  const [payment] = match.payments;
  if (!payment) return match.booked ? `Booked to ${match.booked.account}` : "";
  const { kind, CustomerName, number } = payment;
  const name = kindName(ledger, kind);
  if (planned === null) {
    if (match.payments.length > 1) return `Matched to ${match.payments.length} payments`;
    return `Matched to ${name.toLowerCase()}${number && ` ${number}`}${CustomerName && ` of ${CustomerName}`}`;
  }
  const on = invoicesText(planned.invoices.map(({ number }) => number));
  const what = on
    ? `${name}${CustomerName && ` from ${CustomerName}`} on ${on}`
    : `${name}${CustomerName ? ` for ${CustomerName}` : " without a customer"}`;
  return planned.created_at === null
    ? `${what}, created when this deposit is posted`
    : `${what}, created in ${ledger.name}${number && ` as ${number}`}`;
}

function invoicesText(numbers: readonly string[]): string {
  const [first = "", ...others] = numbers;
  if (others.length === 0) return first && `invoice ${first}`;
  const last = others.at(-1);
  return `invoices ${[first, ...others.slice(0, -1)].join(", ")} and ${last}`;
}

/** For the user: what else it is made of: "New customer", "Services", "20.00 kept as a credit". */
export function chosenParts({ match, planned }: Chosen): string[] {
  if (match.booked) {
    const { customer, class: ofClass, memo } = match.booked;
    return [customer, ofClass, memo].filter((part) => part !== "");
  }
  if (planned === null) return [];
  const parts = [planned.item, planned.tax_code, planned.class].filter((part) => part !== "");
  if (planned.is_new_customer) parts.unshift("New customer");
  if (parseDecimal(planned.credit, match.currency) > 0) {
    parts.push(`${formatAmount(planned.credit)} kept as a credit`);
  }
  return parts;
}
