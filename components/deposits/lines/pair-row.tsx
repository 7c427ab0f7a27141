import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { ConfidenceMeter } from "@/components/deposit-parts/confidence-meter";
import { EvidenceList } from "@/components/deposit-parts/evidence-list";
import { PairEntry, PairSide, PaymentName } from "@/components/deposit-parts/match-pair";
import { RecordedTwice } from "@/components/deposit-parts/recorded-twice";
import { FIRST_CHOICE, STOP } from "@/components/deposits/line-decisions/choice-marks";
import { ChosenLine } from "@/components/deposits/line-decisions/chosen-line";
import type { StartingWay } from "@/components/deposits/line-decisions/dialog-props";
import type { DetailLine, Entry } from "@/components/deposits/line-decisions/entries";
import { isThere } from "@/components/deposits/line-decisions/fits";
import { LineBooking } from "@/components/deposits/line-decisions/line-booking";
import { LineKey } from "@/components/deposits/line-decisions/line-key";
import { OpenLine } from "@/components/deposits/line-decisions/open-line";
import { useMatchLine } from "@/components/deposits/line-decisions/queries";
import { useWantedFocus } from "@/components/deposits/line-decisions/use-wanted-focus";
import { WaitingLine } from "@/components/deposits/line-decisions/wait-dialog";
import { entryAccount } from "@/components/deposits/lines/entry-account";
import {
  groupText,
  type MatchedPayment,
  type MatchRow,
} from "@/components/deposits/lines/table-rows";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { Kbd } from "@/components/ui/kbd";
import type { BookingView, DepositDetail } from "@/lib/contracts/deposit-detail";

/** One match: its lines and payments face to face, a group pairwise; why, at once or on demand. */
export function PairRow({
  row,
  detail,
  showsEvidence = false,
}: {
  row: MatchRow;
  detail: Pick<DepositDetail, "deposit" | "journal">;
  showsEvidence?: boolean;
}) {
  const { match, pairs } = row;
  const { deposit } = detail;
  const [isAsked, setAsked] = useState(showsEvidence);
  const group = groupText(row);
  const hasEvidence = match.evidence.length > 0;
  const isOne = pairs.length === 1;
  const what = row.lines[0]?.entity || row.lines[0]?.description || "the payout";
  return (
    <div className="grid gap-2 text-sm">
      {group !== "" && <p className="text-caption text-muted-foreground">{group}</p>}
      {pairs.map((pair, index) => (
        <div key={pair.lines[0]?.id ?? pair.payments[0]?.Id} className={`${COLUMNS} items-start`}>
          <LineSide lines={pair.lines} deposit={deposit} isWhole={isOne} />
          <div className="flex flex-wrap items-center gap-x-3 max-md:py-1 md:pt-0.5">
            {index === 0 && <ConfidenceMeter match={match} />}
            {index === 0 && hasEvidence && !showsEvidence && (
              <Button
                variant="link"
                size="sm"
                className="h-auto gap-1 p-0 text-caption text-muted-foreground"
                aria-expanded={isAsked}
                onClick={() => setAsked(!isAsked)}
              >
                Evidence <span className="sr-only">for {what}</span>
                <ChevronDown
                  aria-hidden="true"
                  className={isAsked ? "size-3.5 rotate-180" : "size-3.5"}
                />
              </Button>
            )}
          </div>
          <PaymentSide payments={pair.payments} currency={match.currency} />
          <p className="text-caption break-words text-muted-foreground max-xl:hidden">
            {[...new Set(pair.payments.map((payment) => entryAccount(detail, payment)))].join(", ")}
          </p>
        </div>
      ))}
      <RecordedTwice twice={match.recorded_twice} />
      {(isAsked || showsEvidence) && <EvidenceList evidence={match.evidence} />}
    </div>
  );
}

/** The columns of the table: what the processor paid, how sure we are, what the books have. */
const COLUMNS =
  "grid gap-x-6 gap-y-1 md:grid-cols-[minmax(0,1fr)_7.5rem_minmax(0,1fr)] xl:gap-x-5 xl:grid-cols-[minmax(0,1fr)_7.5rem_minmax(0,1fr)_8rem]";

/** Names the columns; narrow screens name the sides in each row. */
export function SideHeads({ hasAccounts }: { hasAccounts: boolean }) {
  const ledger = useLedger();
  return (
    <div
      aria-hidden="true"
      className={`${COLUMNS} border-b pb-2 text-xs font-medium text-muted-foreground max-md:hidden`}
    >
      <span>In the payout</span>
      <span />
      <span>{`In ${ledger.name}`}</span>
      <span className="max-xl:hidden">{hasAccounts && "Account"}</span>
    </div>
  );
}

/** The lines of a pair; without any, the payout as a whole. */
export function LineSide({
  lines,
  deposit,
  isWhole,
}: {
  lines: readonly DetailLine[];
  deposit: Pick<DepositDetail["deposit"], "txn_date" | "total_amt" | "currency">;
  /** There is nothing else on this side. */
  isWhole: boolean;
}) {
  const { currency } = deposit;
  return (
    <PairSide title="In the payout">
      {lines.length === 0 && isWhole ? (
        <PairEntry who="The whole payout" amount={deposit.total_amt} currency={currency}>
          <DateText date={deposit.txn_date} />
        </PairEntry>
      ) : (
        lines.map((line) => (
          <PairEntry
            key={line.id}
            who={line.entity || line.description || "No description"}
            amount={line.amount}
            currency={currency}
          >
            <DateText date={line.date} />
            {line.entity && line.description && ` · ${line.description}`}
          </PairEntry>
        ))
      )}
    </PairSide>
  );
}

/** The payments of a pair, each with its page in the books. */
function PaymentSide({
  payments,
  currency,
}: {
  payments: readonly MatchedPayment[];
  currency: string;
}) {
  const ledger = useLedger();
  return (
    <PairSide title={`In ${ledger.name}`}>
      {payments.map((payment) => (
        <PairEntry
          key={`${payment.kind} ${payment.Id}`}
          who={payment.CustomerName || "No customer"}
          amount={payment.TotalAmt}
          currency={currency}
        >
          <DateText date={payment.TxnDate} /> · <PaymentName payment={payment} />
        </PairEntry>
      ))}
    </PairSide>
  );
}

/** A pair to look at, with its evidence; a suggested one is confirmed alone, or with the whole suggestion. */
export function UnsureRow({
  row,
  detail,
  isWanted,
  confirms,
  onDone,
}: {
  row: MatchRow;
  detail: Pick<DepositDetail, "deposit" | "journal">;
  /** The address names one of its lines. */
  isWanted: boolean;
  /** Null: there is nothing to confirm. */
  confirms: "deposit" | "line" | null;
  onDone: () => void;
}) {
  const match = useMatchLine(onDone);
  const section = useWantedFocus<HTMLElement>(isWanted);
  const [line] = row.lines;
  const { deposit } = detail;
  const pair = <PairRow {...{ row, detail }} showsEvidence />;
  if (confirms === null) return pair;
  const who = row.lines[0]?.entity || row.match.payments[0]?.CustomerName || "the payout";
  return (
    <section
      ref={section}
      {...{ [STOP]: confirms }}
      tabIndex={-1}
      aria-label={`Suggested for ${who}`}
      className="group group/stop grid scroll-mt-36 gap-3 rounded-sm outline-offset-4"
    >
      {pair}
      <Allowed to="bookkeeper">
        {confirms === "deposit" && (
          <p className="hidden text-caption text-muted-foreground group-focus-visible:pointer-fine:block">
            <Kbd>↵</Kbd> confirms the match, <Kbd>x</Kbd> dismisses it
          </p>
        )}
        {confirms === "line" && line && (
          <div className="flex flex-wrap items-center gap-2">
            <Button
              size="sm"
              variant="outline"
              {...{ [FIRST_CHOICE]: "" }}
              loading={match.isPending}
              onClick={() =>
                match.mutate({
                  deposit_id: deposit.id,
                  line_id: line.id,
                  payment_ids: row.match.payments.map(({ Id }) => Id),
                })
              }
            >
              Confirm this line <span className="sr-only">of {who}</span>
              <LineKey of="↵" />
            </Button>
            {match.error && (
              <p role="alert" className="text-caption text-destructive">
                {match.error.message}
              </p>
            )}
          </div>
        )}
      </Allowed>
    </section>
  );
}

interface EntryRowProps {
  entry: Entry;
  detail: Pick<DepositDetail, "deposit">;
  isUnfolded: boolean;
  /** The address names its line. */
  isWanted: boolean;
  way: StartingWay | undefined;
  onUnfold: (key: string) => void;
  onDone: () => void;
}

/** A line that the books do not know: the question about it, or what was chosen. */
export function EntryRow(props: EntryRowProps) {
  const { entry, detail, isUnfolded, isWanted, way, onUnfold, onDone } = props;
  const { deposit } = detail;
  const unfold = () => onUnfold(entry.key);
  switch (entry.state) {
    case "open":
      return (
        <OpenLine
          {...{ deposit, entry, isUnfolded, isWanted, way, onDone }}
          isThere={!entry.isClose && isThere(entry.line)}
          onUnfold={unfold}
        />
      );
    case "waiting":
      return <WaitingLine {...{ deposit, entry, onDone }} onAsk={unfold} />;
    case "chosen":
      return <ChosenLine {...{ deposit, entry, onDone }} />;
    case "unbooked":
      return <UnbookedLine {...{ deposit, isWanted, onDone }} booking={entry.booking} />;
    default:
      return <LineBooking deposit={deposit} booking={entry.booking} onDone={onDone} />;
  }
}

/** Only its account is missing. */
function UnbookedLine({
  deposit,
  booking,
  isWanted,
  onDone,
}: {
  deposit: DepositDetail["deposit"];
  booking: BookingView;
  isWanted: boolean;
  onDone: () => void;
}) {
  const section = useWantedFocus<HTMLElement>(isWanted);
  return (
    <section
      ref={section}
      {...{ [STOP]: "account" }}
      tabIndex={-1}
      aria-label={booking.text}
      className="group/stop scroll-mt-36 rounded-sm outline-offset-4"
    >
      <LineBooking {...{ deposit, booking, onDone }} />
    </section>
  );
}
