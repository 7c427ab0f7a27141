"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { AskSetting } from "@/components/deposit-parts/ask-setting";
import { ErrorState } from "@/components/feedback/error-state";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import { ExternalLink } from "@/components/ui/external-link";
import { latePart } from "@/components/ui/late-part";
import type { BookingView, DepositDetail } from "@/lib/contracts/deposit-detail";
import type { LineOptions } from "@/lib/contracts/planned-payments";
import type { LedgerWords } from "@/lib/ledger-words";
import { alwaysText } from "@/lib/line-bookings";
import { CandidateFit } from "./candidate-fit";
import { ChargeBooking } from "./charge-booking";
import { FIRST_CHOICE } from "./choice-marks";
import type { StartingWay } from "./dialog-props";
import type { DetailLine } from "./entries";
import { bestFirst, type Fit, isBooked, isChosenBefore, isLikely } from "./fits";
import { InvoiceFit } from "./invoice-fit";
import { BookingForm } from "./line-booking";
import { LineKey } from "./line-key";
import { lineOptionsQuery } from "./queries";
import { WaysToCome } from "./ways-to-come";

const ReceiptDialog = latePart(() => import("./receipt-dialog"));
const InvoiceDialog = latePart(() => import("./invoice-dialog"));
const WaitDialog = latePart(() => import("./wait-dialog"));

interface LineWaysProps {
  deposit: DepositDetail["deposit"];
  line: DetailLine;
  booking: BookingView | null;
  /** Opened at once. */
  way: StartingWay | undefined;
  onDone: () => void;
  /** A further way, after all others. */
  children: ReactNode;
}

/** The ways to record a line: the payments and invoices that fit, best first, then the others. */
export default function LineWays(props: LineWaysProps) {
  const ledger = useLedger();
  const { data, error, refetch } = useQuery(lineOptionsQuery(props.deposit.id, props.line.id));
  if (data) return <Ways {...props} options={data} />;
  if (!error) return <WaysToCome />;
  return (
    <ErrorState
      headingLevel="h3"
      title={`Couldn't look in ${ledger.name}`}
      description={error.message}
      error={error}
      onRetry={() => refetch()}
      className="py-6"
    />
  );
}

type Way =
  | { to: "receipt" }
  | { to: "invoices"; fit: Fit & { type: "invoices" } }
  | { to: "search" }
  | { to: "account" }
  | { to: "wait" };

function Ways({
  deposit,
  line,
  booking,
  way: startingWay,
  onDone,
  children,
  options,
}: LineWaysProps & { options: LineOptions }) {
  const ledger = useLedger();
  const [way, setWay] = useState<Way | null>(startingWay ? { to: startingWay } : null);
  const fits = bestFirst(options);
  const first = line.offer?.first ?? "look";
  // A mistake in the books is corrected there, so its candidate isn't preselected unless a user chose it before.
  const leads = fits.some((fit) => isLikely(fit) && (first !== "look" || isChosenBefore(fit)));
  const isAccountFirst = fits.length === 0 && (first === "book_back" || first === "choose_account");
  const isReceiptFirst = fits.length === 0 && first === "create_receipt";
  const receipt = ledger.receipts[options.receipt?.kind ?? "SalesReceipt"].one;
  const kind = isAccountFirst && options.booking !== "charge" ? options.booking : null;
  const close = () => setWay(null);
  const dialog = { deposit, lines: [line], onDone, onClose: close };
  return (
    <div className="mt-3 grid gap-3">
      {fits.length > 0 ? (
        <ul className="divide-y rounded-md border">
          {fits.map((fit, index) => {
            const isBest = index === 0 && leads;
            return (
              <li key={fit.key} className="p-3">
                {fit.type === "payments" ? (
                  <CandidateFit
                    {...{ deposit, line, fit, isBest, onDone }}
                    digit={index + 1}
                    isMistake={index === 0 && line.finding === "amount_differs" && first === "look"}
                  />
                ) : (
                  <InvoiceFit
                    {...{ fit, isBest }}
                    digit={index + 1}
                    onChoose={() => setWay({ to: "invoices", fit })}
                  />
                )}
              </li>
            );
          })}
        </ul>
      ) : (
        kind === null &&
        (line.found ? (
          <FoundPayment found={line.found} />
        ) : (
          <p className="text-sm text-pretty text-muted-foreground">
            {nothingFits(options, line, ledger)}
          </p>
        ))
      )}
      {isReceiptFirst && line.offer?.origin && (
        <p className="text-sm text-pretty break-words text-muted-foreground">{line.offer.origin}</p>
      )}
      {kind !== null && (
        <BookingForm
          {...{ deposit, onDone }}
          booking={booking ?? bookingOf(line, kind, deposit)}
          offer={line.offer}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {options.receipt && options.no_receipt === "" && kind === null && (
          <Button
            size="sm"
            // What may be in the books already is looked at first.
            variant={isReceiptFirst ? "default" : "outline"}
            {...(isReceiptFirst && { [FIRST_CHOICE]: "" })}
            onClick={() => setWay({ to: "receipt" })}
          >
            {`Record ${receipt}`}
            {isReceiptFirst && <LineKey of="↵" />}
          </Button>
        )}
        {line.kind === "charge" && options.receipt && (
          <Button size="sm" variant="outline" onClick={() => setWay({ to: "search" })}>
            Receive on an invoice
          </Button>
        )}
        {options.booking && kind === null && (
          <Button
            size="sm"
            variant={isAccountFirst ? "default" : "outline"}
            {...(isAccountFirst && { [FIRST_CHOICE]: "" })}
            aria-expanded={way?.to === "account"}
            onClick={() => setWay(way?.to === "account" ? null : { to: "account" })}
          >
            Book to an account
            {isAccountFirst && <LineKey of="↵" />}
          </Button>
        )}
        <Button size="sm" variant="outline" onClick={() => setWay({ to: "wait" })}>
          Postpone
        </Button>
        {options.receipt && options.no_receipt === "" && kind !== null && (
          <OtherWays
            receipt={receipt}
            text={receiptDoubt(options, line, ledger)}
            onReceipt={() => setWay({ to: "receipt" })}
          />
        )}
        {children}
      </div>
      {way?.to === "account" && options.booking === "charge" && (
        <ChargeBooking {...{ deposit, line, onDone }} />
      )}
      {way?.to === "account" && options.booking && options.booking !== "charge" && (
        <BookingForm
          deposit={deposit}
          booking={booking ?? bookingOf(line, options.booking, deposit)}
          offer={null}
          onDone={onDone}
        />
      )}
      {way?.to === "receipt" && <ReceiptDialog {...dialog} />}
      {way?.to === "invoices" && (
        <InvoiceDialog {...dialog} line={line} picked={way.fit.invoices} />
      )}
      {way?.to === "search" && <InvoiceDialog {...dialog} line={line} picked={[]} />}
      {way?.to === "wait" && <WaitDialog {...dialog} line={line} wait={options.wait} />}
    </div>
  );
}

function bookingOf(
  { id: line_id, amount }: DetailLine,
  kind: Exclude<NonNullable<LineOptions["booking"]>, "charge">,
  { source }: DepositDetail["deposit"],
) {
  const signed = amount.startsWith("-") ? -1 : 1;
  return { line_id, kind, amount, always: alwaysText(kind, source, signed) ?? "" };
}

/** A receipt for money that is no sale is possible, but never what comes first. */
function OtherWays({
  receipt,
  text,
  onReceipt,
}: {
  /** What it is called. */
  receipt: string;
  /** What speaks against it. */
  text: string;
  onReceipt: () => void;
}) {
  return (
    <details className="text-sm max-sm:w-full">
      <summary className="w-fit cursor-pointer rounded-sm px-2 py-1.5 text-muted-foreground">
        Other
      </summary>
      <div className="grid justify-items-start gap-2 pt-2">
        <p className="text-pretty text-muted-foreground">{text}</p>
        <Button size="sm" variant="outline" onClick={onReceipt}>
          {`Record ${receipt}`}
        </Button>
      </div>
    </details>
  );
}

function receiptDoubt(
  { offer }: LineOptions,
  { kind }: DetailLine,
  { name, receipts }: LedgerWords,
): string {
  const { SalesReceipt: sale, RefundReceipt: refund } = receipts;
  if (offer?.book_to) {
    return `A receipt would leave ${offer.book_to.Name} as it is, and count the amount a second time.`;
  }
  if (kind === "dispute_reversal") {
    return `A ${sale.one} counts the sale a second time, unless the dispute was recorded as a ${refund.one}.`;
  }
  return `A ${refund.one} takes the amount from your sales. Use it where the sale itself is in ${name}.`;
}

function nothingFits(
  { receipt, no_receipt }: LineOptions,
  line: DetailLine,
  { name, receipts }: LedgerWords,
): string {
  if (no_receipt !== "") return no_receipt;
  if (isBooked(line)) return `This payment is already recorded elsewhere in ${name}.`;
  if (receipt === null) return `Connect ${name} to look for its payment there.`;
  return receipt.kind === "RefundReceipt"
    ? `No ${receipts.RefundReceipt.one} in ${name} fits.`
    : `No payment or open invoice in ${name} fits.`;
}

/** The books have the payment in another place: what leads there comes before anything new. */
function FoundPayment({ found }: { found: NonNullable<DetailLine["found"]> }) {
  const { text, name, quickbooks_url, match_from } = found;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p className="break-words">{text}</p>
      {match_from !== "" && (
        <Allowed to="admin">
          <AskSetting
            asks={{ account: match_from }}
            label="Match payments from there…"
            {...{ [FIRST_CHOICE]: "" }}
          />
        </Allowed>
      )}
      {quickbooks_url !== "" && <ExternalLink href={quickbooks_url}>{`Open ${name}`}</ExternalLink>}
    </div>
  );
}
