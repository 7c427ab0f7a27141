"use client";

import { useQuery } from "@tanstack/react-query";
import { SumProofReceipt } from "@/components/books/sum-proof-receipt";
import { BackLink } from "@/components/deposits/back-link";
import { MissingLines } from "@/components/deposits/choices/missing-lines";
import { DepositActions } from "@/components/deposits/deposit-actions";
import { DepositHistory } from "@/components/deposits/deposit-history";
import { DepositInformation } from "@/components/deposits/deposit-information";
import { DepositMatches } from "@/components/deposits/deposit-matches";
import { DepositNotFound } from "@/components/deposits/deposit-not-found";
import { JournalEntry } from "@/components/deposits/journal-entry";
import { PayoutNotice } from "@/components/deposits/payout-notice";
import { PostingNotice } from "@/components/deposits/posting-notice";
import { depositDetailQuery } from "@/components/deposits/queries";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { useErrorToast } from "@/components/feedback/use-error-toast";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Spinner } from "@/components/ui/spinner";
import { ApiError } from "@/lib/api-errors";
import type { DepositDetail } from "@/lib/contracts/deposits";
import { readRowId } from "@/lib/contracts/values/row-id";

/** `id` is the text in the address, which may be no id. */
export function DepositDetailPage({ id }: { id: string }) {
  const known = readRowId(id);
  if (known !== null) return <LoadedDeposit id={known} />;
  return <DepositNotFound text="Could not find the requested deposit." />;
}

function LoadedDeposit({ id }: { id: number }) {
  const { data, error, isError, refetch } = useQuery(depositDetailQuery(id));
  const absent = error instanceof ApiError && error.status === 404;
  useErrorToast(isError && !absent, "Failed to fetch deposit details.");
  if (absent) {
    return (
      <DepositNotFound text="The deposit you're looking for doesn't exist or has been removed." />
    );
  }
  return (
    <>
      <PageHeader title="Deposit Details" back={<BackLink />} />
      {data && <Deposit detail={data} />}
      {!data && isError && (
        <ErrorState title="Couldn't load this deposit" error={error} onRetry={() => refetch()} />
      )}
      {!data && !isError && (
        <p role="status" className="flex items-center gap-2 py-10 text-muted-foreground">
          <Spinner /> Loading deposit details...
        </p>
      )}
    </>
  );
}

function Deposit({ detail }: { detail: DepositDetail }) {
  const { deposit, matches, proof, bookings, planned, journal, history, time_zone } = detail;
  const waiting = deposit.status !== "posted" && bookings.some(({ account }) => account === null);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid min-w-0 gap-6">
        <PayoutNotice detail={detail} />
        <PostingNotice deposit={deposit} needsAccount={waiting} />
        <MissingLines detail={detail} />
        <DepositInformation detail={detail} />
        <DepositMatches deposit={deposit} matches={matches} />
        <JournalEntry deposit={deposit} journal={journal} />
        <DepositHistory history={history} timeZone={time_zone} />
      </div>
      <div className="grid gap-6 max-lg:contents">
        <DepositActions deposit={deposit} planned={planned} />
        <Card className="max-lg:order-1">
          <CardHeader>
            <CardTitle>Sum</CardTitle>
          </CardHeader>
          <CardContent>
            <SumProofReceipt proof={proof} currency={deposit.currency} needsAccount={waiting} />
          </CardContent>
        </Card>
      </div>
    </div>
  );
}
