import { createColumnHelper } from "@tanstack/react-table";
import { CircleAlert, Clock } from "lucide-react";
import { OpenReasonLine } from "@/components/deposit-parts/open-reason-line";
import { StatusBadge } from "@/components/deposit-parts/status-badge";
import { SourceAccount } from "@/components/deposits/source-account";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { DateText } from "@/components/ui/date-text";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import type { Deposit } from "@/lib/contracts/deposits";
import type { Integration } from "@/lib/contracts/integrations";
import { counted } from "@/lib/counted";
import { formatAmount } from "@/lib/format";
import type { LedgerWords } from "@/lib/ledger-words";
import { depositColumnShapes } from "./deposit-table-skeleton";

const column = createColumnHelper<Deposit>();

/**
 * The cells of the deposit list.
 * @param several see SourceAccount
 */
export const depositColumns = (several: Integration[], ledger: LedgerWords) => {
  const shapes = depositColumnShapes(ledger);
  return [
    column.accessor("txn_date", {
      ...shapes.date,
      enableSorting: true,
      cell: ({ getValue }) => <DateText date={getValue()} />,
    }),
    column.accessor("deposit_to_acc_name", {
      ...shapes.account,
      enableSorting: true,
      cell: ({ getValue, row: { original } }) => (
        <div className="grid min-w-0">
          <span title={getValue()} className="truncate">
            {getValue() || "N/A"}
            <SourceAccount deposit={original} several={several} />
          </span>
          <DepositSummary deposit={original} />
        </div>
      ),
    }),
    column.accessor("quickbook_id", {
      ...shapes.quickbooksId,
      enableSorting: true,
      cell: ({ getValue }) => (
        <span className="whitespace-nowrap">
          {ledger.record.of(getValue()) || (
            <span className="text-muted-foreground">Not synced</span>
          )}
        </span>
      ),
    }),
    column.accessor("total_amt", {
      ...shapes.amount,
      enableSorting: true,
      cell: ({ row: { original } }) => (
        <Amount value={original.total_amt} currency={original.currency} />
      ),
    }),
    column.accessor("status", {
      ...shapes.status,
      enableSorting: true,
      cell: ({ row: { original } }) => (
        <span className="flex gap-1.5">
          <StatusBadge status={original.status} />
          <PostingBadge posting={original.posting} />
          <PayoutBadge deposit={original} />
        </span>
      ),
    }),
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

/** Under the account: why the deposit is open, or what is inside. */
function DepositSummary({ deposit }: { deposit: Deposit }) {
  const home = useFormatPreferences().currency;
  if (deposit.reason) {
    return (
      <OpenReasonLine compact reason={deposit.reason} deposit={deposit} className="font-normal" />
    );
  }
  const text = contentsText(deposit, home);
  return (
    <p title={text} className="truncate text-caption font-normal text-muted-foreground">
      {text}
    </p>
  );
}

/** "Stripe · 12 charges, 1 refund · fees 41.20" */
export function contentsText(
  { source, line_counts, fees, currency }: Deposit,
  homeCurrency: string,
): string {
  const { charges, refunds, disputes } = line_counts;
  const inside = [
    charges > 0 && counted(charges, "charge"),
    refunds > 0 && counted(refunds, "refund"),
    disputes > 0 && counted(disputes, "dispute"),
  ].filter((part) => part !== false);
  const code = currency === homeCurrency ? "" : `${currency} `;
  return [source, inside.join(", "), Number(fees) === 0 ? "" : `fees ${code}${formatAmount(fees)}`]
    .filter((part) => part !== "")
    .join(" · ");
}
