import type { ReactNode } from "react";
import { StatusBadge } from "@/components/deposit-parts/status-badge";
import { SourceAccount } from "@/components/deposits/source-account";
import { useSeveralAccounts } from "@/components/deposits/use-several-accounts";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";

/** The payout as one number: its amount, its status, from where it goes to which account. Sticks to the top of the page. */
export function DepositHeader({
  detail,
  back,
  action,
}: {
  /** Undefined while it loads. */
  detail: DepositDetail | undefined;
  back: ReactNode;
  action: ReactNode;
}) {
  return (
    <header className="sticky top-0 z-30 -mx-4 mb-2 bg-background px-4 pt-5 pb-3 md:top-14 md:-mx-6 md:px-6 print:static">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-baseline gap-x-3 text-caption text-muted-foreground">
            {back}
            <h1 className="font-medium">Deposit Details</h1>
          </div>
          {/* Its room is kept: what is only known later moves nothing. */}
          <div aria-live="polite" className="mt-1 min-h-15">
            {detail && <Payout detail={detail} />}
          </div>
        </div>
        {action}
      </div>
    </header>
  );
}

function Payout({ detail: { deposit, bank_name } }: { detail: DepositDetail }) {
  const several = useSeveralAccounts();
  const account = deposit.deposit_to_acc_name || bank_name;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 text-3xl font-semibold tracking-tight">
        <Amount value={deposit.total_amt} currency={deposit.currency} />
        <StatusBadge status={deposit.status} />
      </p>
      <p className="mt-0.5 text-sm break-words text-muted-foreground">
        {deposit.source}
        <SourceAccount deposit={deposit} several={several} />, <DateText date={deposit.txn_date} />
        {account !== "" && (
          <>
            {" "}
            <span aria-hidden="true">→</span>
            <span className="sr-only">to</span> {account}
          </>
        )}
      </p>
    </>
  );
}
