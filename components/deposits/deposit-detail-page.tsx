"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePayoutTitle } from "@/components/books/payout-title";
import { SumProofReceipt } from "@/components/books/sum-proof-receipt";
import { BackLink } from "@/components/deposits/back-link";
import { BankFeedHint } from "@/components/deposits/bank-feed-hint";
import { DepositActions } from "@/components/deposits/deposit-actions";
import { DepositHistory } from "@/components/deposits/deposit-history";
import { DepositInformation } from "@/components/deposits/deposit-information";
import { DepositNotFound } from "@/components/deposits/deposit-not-found";
import { ExistingNotice } from "@/components/deposits/existing-notice";
import { JournalEntry } from "@/components/deposits/journal-entry";
import { LinesCard } from "@/components/deposits/lines/lines-card";
import { PayoutSteps } from "@/components/deposits/lines/payout-steps";
import { LINE_KEYS } from "@/components/deposits/lines/use-line-keys";
import { OpenDayNotice } from "@/components/deposits/open-day-notice";
import { PayoutNotice } from "@/components/deposits/payout-notice";
import { isStuck } from "@/components/deposits/posting";
import { PostingNotice } from "@/components/deposits/posting-notice";
import { depositDetailQuery } from "@/components/deposits/queries";
import { useDocumentTitle } from "@/components/deposits/use-document-title";
import { WhatIsLeft } from "@/components/deposits/what-is-left";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { useErrorToast } from "@/components/feedback/use-error-toast";
import { Allowed } from "@/components/session/allowed";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { ShortcutHelp } from "@/components/ui/shortcut-help";
import { Spinner } from "@/components/ui/spinner";
import { ApiError } from "@/lib/api-errors";
import type { DepositDetail } from "@/lib/contracts/deposits";
import { readRowId } from "@/lib/contracts/values/row-id";

/** `id` is the text in the address, which may be no id. */
export function DepositDetailPage({ id }: { id: string }) {
  const known = readRowId(id);
  if (known !== null) return <LoadedDeposit key={known} id={known} />;
  return <DepositNotFound text="Could not find the requested deposit." />;
}

function LoadedDeposit({ id }: { id: number }) {
  const { data, error, isError, refetch } = useQuery(depositDetailQuery(id));
  const absent = error instanceof ApiError && error.status === 404;
  const title = usePayoutTitle();
  const [help, setHelp] = useState(false);
  const payout = data && title(data.deposit);
  useDocumentTitle(payout);
  useErrorToast(isError && !absent, "Failed to fetch deposit details.");
  if (absent) {
    return (
      <DepositNotFound text="The deposit you're looking for doesn't exist or has been removed." />
    );
  }
  return (
    <div data-prints>
      <PageHeader
        title="Deposit Details"
        description={payout}
        back={<BackLink />}
        action={
          data && (
            <div className="flex min-w-0 items-center gap-1">
              <PayoutSteps depositId={id} isDone={isDone(data)} />
              <ShortcutHelp
                keys={LINE_KEYS}
                text="They work on the whole page, but not while you type. ↑ and ↓ move once a line has the focus."
                open={help}
                onOpenChange={setHelp}
              />
            </div>
          )
        }
      />
      {data && <Deposit detail={data} onHelp={() => setHelp(true)} />}
      {!data && isError && (
        <ErrorState title="Couldn't load this deposit" error={error} onRetry={() => refetch()} />
      )}
      {!data && !isError && (
        <p role="status" className="flex items-center gap-2 py-10 text-muted-foreground">
          <Spinner /> Loading deposit details...
        </p>
      )}
    </div>
  );
}

/** Needs no action. */
function isDone({ deposit }: DepositDetail): boolean {
  return (deposit.status === "matched" || deposit.status === "posted") && !isStuck(deposit);
}

/** The sum, what is left, the lines with their payments, then the records of it. */
function Deposit({ detail, onHelp }: { detail: DepositDetail; onHelp: () => void }) {
  const { deposit, proof, bookings, planned, journal, history, reasons, time_zone } = detail;
  const waiting = deposit.status !== "posted" && bookings.some(({ account }) => account === null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem] lg:grid-rows-[auto_1fr]">
      <Card className="lg:col-start-2">
        <CardHeader>
          <CardTitle>Sum</CardTitle>
        </CardHeader>
        <CardContent>
          <SumProofReceipt proof={proof} currency={deposit.currency} needsAccount={waiting} />
        </CardContent>
      </Card>
      <div className="grid min-w-0 gap-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <PayoutNotice detail={detail} />
        <ExistingNotice deposit={deposit} />
        <PostingNotice deposit={deposit} reason={reasons[0]} needsAccount={waiting} />
        <OpenDayNotice detail={detail} />
        <WhatIsLeft detail={detail} />
        <BankFeedHint deposit={deposit} />
        <LinesCard detail={detail} onHelp={onHelp} />
        <DepositInformation detail={detail} />
        <JournalEntry deposit={deposit} journal={journal} />
        <DepositHistory history={history} timeZone={time_zone} />
      </div>
      <Allowed to="bookkeeper">
        <DepositActions deposit={deposit} planned={planned} />
      </Allowed>
    </div>
  );
}
