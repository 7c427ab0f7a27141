import { useQuery } from "@tanstack/react-query";
import { ANSWER, CASE_LINES, OPEN } from "@/components/deposit-parts/case-marks";
import { ExistingDepositChoice } from "@/components/deposit-parts/existing-deposit-choice";
import { existingQuery } from "@/components/deposit-parts/existing-queries";
import { OpenReasonLine } from "@/components/deposit-parts/open-reason-line";
import { CaseMarker } from "@/components/inbox/case-marker";
import type { SuggestionDecisions } from "@/components/suggestions/use-suggestion-decisions";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import { latePart } from "@/components/ui/late-part";
import { RowLink } from "@/components/ui/row-link";
import { Skeleton } from "@/components/ui/skeleton";
import type { OpenReasonCode } from "@/lib/constants/open-reasons";
import type { Deposit } from "@/lib/contracts/deposits";

const CaseLines = latePart(() => import("@/components/inbox/case-lines"), {
  waiting: <Skeleton className="h-40" />,
});

interface CaseProps {
  deposit: Deposit;
  decisions: SuggestionDecisions;
  onLeave: (step: 1 | -1) => void;
  onHelp: () => void;
}

/** Lines of these are decided in place. */
const HAS_OPEN_LINES: ReadonlySet<OpenReasonCode> = new Set([
  "account_missing",
  "suggested",
  "ambiguous",
  "already_matched",
  "outside_window",
  "amount_differs",
  "partly_paid",
  "part_of_payment",
  "currency_differs",
  "invoice_open",
  "missing",
]);

/** A deposit that waits for an answer: which one, why, and what settles it. */
export function DepositCase({ deposit, ...props }: CaseProps) {
  const { reason } = deposit;
  const hasLines = reason && reason.line_id !== null && HAS_OPEN_LINES.has(reason.code);
  return (
    <article tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-3 py-4 outline-none">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="flex items-baseline gap-x-2 text-sm font-medium">
          <CaseMarker deposit={deposit} />
          <RowLink
            {...{ [OPEN]: "" }}
            href={`/transaction/${deposit.id}`}
            className="rounded-sm underline-offset-4 hover:underline"
          >
            {deposit.source} · <DateText date={deposit.txn_date} />
          </RowLink>
          <span className="text-caption font-normal text-muted-foreground">
            Deposit #{deposit.id}
          </span>
        </h3>
        <Amount
          value={deposit.total_amt}
          currency={deposit.currency}
          className="text-xl font-semibold"
        />
      </header>
      {reason?.code === "maybe_booked" && <Existing deposit={deposit} {...props} />}
      {hasLines && reason.action === "check_again" && (
        <OpenReasonLine reason={reason} deposit={deposit} />
      )}
      {hasLines && (
        <div {...{ [CASE_LINES]: "" }} tabIndex={-1} className="outline-none">
          <CaseLines depositId={deposit.id} {...props} />
        </div>
      )}
      {reason && reason.code !== "maybe_booked" && !hasLines && (
        <OpenReasonLine reason={reason} deposit={deposit} primary />
      )}
    </article>
  );
}

function Existing({ deposit, decisions }: CaseProps) {
  const { data } = useQuery(existingQuery());
  const found = data?.existing.find(({ deposit_id }) => deposit_id === deposit.id);
  if (!found) return <Skeleton className="h-24" />;
  return (
    <ExistingDepositChoice
      found={found}
      marks={{ [ANSWER]: "" }}
      onLinked={() => decisions.note({ kind: "match", ids: [deposit.id] })}
    />
  );
}
