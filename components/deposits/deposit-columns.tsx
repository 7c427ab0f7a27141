import { CircleAlert, Clock } from "lucide-react";
import type { Column } from "@/components/data-table/column-shape";
import { OpenReasonLine } from "@/components/deposit-parts/open-reason-line";
import { StatusBadge } from "@/components/deposit-parts/status-badge";
import { SourceAccount } from "@/components/deposits/source-account";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { DateText } from "@/components/ui/date-text";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { cn } from "@/lib/cn";
import type { Deposit } from "@/lib/contracts/deposits";
import type { Integration } from "@/lib/contracts/integrations";
import { counted } from "@/lib/counted";
import { formatAmount } from "@/lib/format";
import type { LedgerWords } from "@/lib/ledger-words";
import { depositColumnShapes } from "./deposit-table-skeleton";

/**
 * The cells of the deposit list.
 * @param several see SourceAccount
 */
export const depositColumns = (several: Integration[], ledger: LedgerWords): Column<Deposit>[] => {
  const shapes = depositColumnShapes(ledger);
  return [
    {
      ...shapes.date,
      sorts: true,
      cell: (deposit) => (
        <span className="block max-lg:truncate">
          <DateText date={deposit.txn_date} />
          <span className="lg:hidden"> · {insideText(deposit)}</span>
        </span>
      ),
    },
    {
      ...shapes.account,
      sorts: true,
      cell: (deposit) => <Contents deposit={deposit} several={several} />,
    },
    {
      ...shapes.quickbooksId,
      sorts: true,
      cell: ({ quickbook_id }) => (
        <span className="whitespace-nowrap">
          {ledger.record.of(quickbook_id) || (
            <span className="text-muted-foreground">Not synced</span>
          )}
        </span>
      ),
    },
    {
      ...shapes.amount,
      sorts: true,
      cell: ({ total_amt, currency }) => <Amount value={total_amt} currency={currency} />,
    },
    {
      ...shapes.status,
      sorts: true,
      cell: (deposit) => (
        <span className="flex gap-1.5">
          <StatusBadge status={deposit.status} />
          <PostingBadge posting={deposit.posting} />
          <PayoutBadge deposit={deposit} />
        </span>
      ),
    },
  ];
};

/** Marks a matched deposit that did not get into the books; its page says what to do. */
function PostingBadge({ posting }: Pick<Deposit, "posting">) {
  if (posting?.state === "failed") {
    return (
      <Badge variant="destructive" title={posting.message}>
        <CircleAlert aria-hidden="true" />
        Posting failed
      </Badge>
    );
  }
  if (posting?.state !== "blocked") return null;
  return (
    <Badge variant="warning" title={posting.message}>
      <Clock aria-hidden="true" />
      Not posted
    </Badge>
  );
}

/** Marks a payout whose money is no longer at the bank; its page explains what to do. */
function PayoutBadge({
  deposit: { payout_issue, payout_status },
}: {
  deposit: Pick<Deposit, "payout_issue" | "payout_status">;
}) {
  if (payout_issue === "") return null;
  return (
    <Badge variant="destructive" title={payout_issue}>
      <CircleAlert aria-hidden="true" />
      <span aria-hidden="true">{wordOf(payout_status, payout_issue)}</span>
      <span className="sr-only">{payout_issue}</span>
    </Badge>
  );
}

/** A payout that was paid may have been reversed, or something else needs a look. */
function wordOf(status: Deposit["payout_status"], issue: string): string {
  return PAYOUT_STATUS_WORDS[status] ?? (issue.startsWith("Reversed ") ? "Reversed" : "Check");
}

const PAYOUT_STATUS_WORDS: Partial<Record<Deposit["payout_status"], string>> = {
  failed: "Returned",
  canceled: "Canceled",
};

/** What is inside, into which account, and why the deposit is open. Narrow rows have what is inside next to the date. */
function Contents({ deposit, several }: { deposit: Deposit; several: Integration[] }) {
  const home = useFormatPreferences().currency;
  const { reason, deposit_to_acc_name } = deposit;
  const inside = insideText(deposit);
  const around = [deposit_to_acc_name || "N/A", feesText(deposit, home)].filter(Boolean);
  return (
    <div className="grid min-w-0">
      <p
        title={[inside, ...around].join(" · ")}
        className={cn(
          "truncate max-lg:text-caption max-lg:text-muted-foreground",
          reason && "max-lg:hidden",
        )}
      >
        <span className="max-lg:hidden">{inside}</span>
        <SourceAccount deposit={deposit} several={several} />
        <span className="text-muted-foreground">
          <span className="max-lg:hidden"> · </span>
          {around.join(" · ")}
        </span>
      </p>
      {reason && (
        <OpenReasonLine compact reason={reason} deposit={deposit} className="font-normal" />
      )}
    </div>
  );
}

/** "Stripe · 12 charges, 1 refund" */
export function insideText({ source, line_counts }: Deposit): string {
  const { charges, refunds, disputes } = line_counts;
  const inside = [
    charges > 0 && counted(charges, "charge"),
    refunds > 0 && counted(refunds, "refund"),
    disputes > 0 && counted(disputes, "dispute"),
  ].filter((part) => part !== false);
  return [source, inside.join(", ")].filter((part) => part !== "").join(" · ");
}

/** "fees 41.20"; empty without any. */
export function feesText({ fees, currency }: Deposit, homeCurrency: string): string {
  if (Number(fees) === 0) return "";
  const code = currency === homeCurrency ? "" : `${currency} `;
  return `fees ${code}${formatAmount(fees)}`;
}
