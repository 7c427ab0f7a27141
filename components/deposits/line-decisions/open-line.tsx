import { useId } from "react";
import { AskClient, QuestionNote } from "@/components/questions/question-note";
import { Allowed } from "@/components/session/allowed";
import { useLedger, useMay } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { latePart } from "@/components/ui/late-part";
import type { BookingView, DepositDetail } from "@/lib/contracts/deposit-detail";
import type { LedgerWords } from "@/lib/ledger-words";
import { STOP } from "./choice-marks";
import type { StartingWay } from "./dialog-props";
import { type DetailLine, type EntryOf, lineTitle } from "./entries";
import { useWantedFocus } from "./use-wanted-focus";
import { WaysToCome } from "./ways-to-come";

/** What fits a line, and the ways on: fetched for deposits that have something to decide. */
const LineWays = latePart(() => import("./line-ways"), { waiting: <WaysToCome /> });

/** One question; unfolded, with what fits. */
export function OpenLine({
  deposit,
  entry: { line, booking, isClose },
  isThere,
  isUnfolded,
  isWanted,
  way,
  onUnfold,
  onDone,
}: {
  deposit: DepositDetail["deposit"];
  entry: EntryOf<"open">;
  /** The books have payments that it may be. */
  isThere: boolean;
  isUnfolded: boolean;
  /** Brought into view, since the address names it. */
  isWanted: boolean;
  /** What is opened at once. */
  way: StartingWay | undefined;
  onUnfold: () => void;
  onDone: () => void;
}) {
  const questionId = useId();
  const mayDecide = useMay("bookkeeper") === true;
  const section = useWantedFocus<HTMLElement>(isWanted);
  return (
    <section
      ref={section}
      {...{ [STOP]: "line" }}
      aria-labelledby={questionId}
      tabIndex={-1}
      onFocus={({ target }) => target === section.current && !isUnfolded && onUnfold()}
      className="group/stop scroll-mt-36 rounded-sm outline-offset-4"
    >
      <div className="flex items-start justify-between gap-4">
        <LineQuestion {...{ deposit, line, booking, isClose, isThere }} id={questionId} />
        {!isUnfolded && (
          <Allowed to="bookkeeper">
            <Button
              variant="outline"
              size="sm"
              aria-describedby={questionId}
              aria-expanded={false}
              onClick={() => {
                onUnfold();
                // The button goes.
                section.current?.focus();
              }}
            >
              Decide
            </Button>
          </Allowed>
        )}
      </div>
      <QuestionNote {...{ deposit, line }} />
      {isUnfolded && mayDecide && (
        <LineWays {...{ deposit, line, booking, way, onDone }}>
          <AskClient {...{ deposit, line }} />
        </LineWays>
      )}
    </section>
  );
}

/** What is asked about a line: "Order #10260, 219.72, isn't in QuickBooks." */
function LineQuestion({
  deposit,
  line,
  booking,
  isClose,
  isThere,
  id,
}: {
  deposit: Pick<DepositDetail["deposit"], "currency">;
  line: DetailLine;
  booking: BookingView | null;
  isClose: boolean;
  /** The books have what it may be; it is only not clear. */
  isThere: boolean;
  id?: string;
}) {
  const ledger = useLedger();
  return (
    <div className="min-w-0 text-sm">
      <p id={id} className="font-medium break-words">
        {booking?.text ?? (
          <>
            {line.description || lineTitle({ ...line, entity: "" })},{" "}
            <Amount value={line.amount} currency={deposit.currency} />,{" "}
            {stateOf(line, isThere, ledger)}
            {isClose ? " with this amount." : "."}
          </>
        )}
      </p>
      <LineFacts line={line} />
    </div>
  );
}

function stateOf({ finding }: DetailLine, isThere: boolean, { name }: LedgerWords): string {
  if (isThere) return "isn't matched yet";
  // The charge may be named after its invoice, which is in the books.
  return finding === "invoice_open" ? `has no payment in ${name}` : `isn't in ${name}`;
}

/** Who and when, as the processor says. */
function LineFacts({ line }: { line: DetailLine }) {
  return (
    <p className="break-words text-muted-foreground">
      {line.entity && `${line.entity} · `}
      <DateText date={line.date} />
    </p>
  );
}
