"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { OpenReasonLine } from "@/components/deposit-parts/open-reason-line";
import { usePayoutTitle } from "@/components/deposit-parts/payout-title";
import { SumProofReceipt } from "@/components/deposit-parts/sum-proof-receipt";
import { BankFeedHint } from "@/components/deposits/bank-feed-hint";
import { DepositActions } from "@/components/deposits/deposit-actions";
import { DepositHeader } from "@/components/deposits/deposit-header";
import { DepositHistory } from "@/components/deposits/deposit-history";
import { DepositInformation } from "@/components/deposits/deposit-information";
import { ExistingNotice } from "@/components/deposits/existing-notice";
import { JournalEntry } from "@/components/deposits/journal-entry";
import { LinesCard } from "@/components/deposits/lines/lines-card";
import { PayoutSteps } from "@/components/deposits/lines/payout-steps";
import { LINE_KEYS } from "@/components/deposits/lines/use-line-keys";
import { depositDetailQuery } from "@/components/deposits/queries";
import { ErrorState } from "@/components/feedback/error-state";
import { useErrorToast } from "@/components/feedback/use-error-toast";
import { Allowed } from "@/components/session/allowed";
import { companiesQuery, useLedger, useOwnCompany } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { DateText } from "@/components/ui/date-text";
import { useDayOf } from "@/components/ui/format-preferences";
import { ShortcutHelp } from "@/components/ui/shortcut-help";
import { Spinner } from "@/components/ui/spinner";
import { usePrinting } from "@/components/ui/use-printing";
import { call } from "@/lib/api";
import { ApiError } from "@/lib/api-errors";
import type { OpenAction } from "@/lib/constants/open-reasons";
import { readRowId } from "@/lib/constants/row-id";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { LedgerWords } from "@/lib/ledger-words";
import { COMPANIES } from "@/lib/query-client";
import { openCompany } from "@/lib/tab-company";
import { useListAddress } from "./filter";
import { isStuck, OpenDayNotice, PostingNotice } from "./posting-notice";

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
      <DepositNotFound text="The deposit you're looking for doesn't exist or has been removed.">
        <InOtherCompanies id={id} />
      </DepositNotFound>
    );
  }
  return (
    <div data-prints>
      <PrintedBy />
      <DepositHeader
        detail={data}
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

/** The lines and what is left to do about them beside the sum; below them, the records. */
function Deposit({ detail, onHelp }: { detail: DepositDetail; onHelp: () => void }) {
  const { deposit, proof, bookings, planned, journal, history, reasons, time_zone } = detail;
  const waiting = deposit.status !== "posted" && bookings.some(({ account }) => account === null);
  const isEstimated = deposit.lines.some(({ fee_predicted }) => fee_predicted);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem] lg:grid-rows-[auto_1fr]">
      <Card className="gap-3 py-4 lg:col-start-2">
        <CardHeader className="px-4 sm:px-4">
          <CardTitle className="text-sm">Payout breakdown</CardTitle>
        </CardHeader>
        <CardContent className="px-4 sm:px-4">
          <SumProofReceipt
            proof={proof}
            currency={deposit.currency}
            needsAccount={waiting}
            isPosted={deposit.status === "posted"}
            isEstimated={isEstimated}
          />
        </CardContent>
      </Card>
      <div className="grid min-w-0 gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <PayoutNotice detail={detail} />
        <ExistingNotice deposit={deposit} />
        <PostingNotice deposit={deposit} reason={reasons[0]} needsAccount={waiting} />
        <OpenDayNotice detail={detail} />
        <WhatIsLeft detail={detail} />
        <BankFeedHint deposit={deposit} />
        <LinesCard detail={detail} onHelp={onHelp} />
      </div>
      <Allowed to="bookkeeper">
        <DepositActions
          deposit={deposit}
          planned={planned}
          isShownElsewhere={detail.shown_elsewhere ?? false}
        />
      </Allowed>
      <div className="grid min-w-0 gap-4 lg:col-span-full">
        <DepositInformation detail={detail} />
        <Card className="gap-0 divide-y py-0">
          <JournalEntry deposit={deposit} journal={journal} />
          <DepositHistory history={history} timeZone={time_zone} />
        </Card>
      </div>
    </div>
  );
}

/** On paper: whose it is, and of when. */
function PrintedBy() {
  const company = useOwnCompany();
  const dayOf = useDayOf();
  // The server knows neither the reader's day nor the company.
  if (!usePrinting()) return null;
  return (
    <p className="text-caption">
      {company?.name} · Printed <DateText date={dayOf(new Date())} />
    </p>
  );
}

function DepositNotFound({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <>
      <p className="pt-6 text-caption">
        <BackLink />
      </p>
      <ErrorState headingLevel="h1" title="Deposit Not Found" description={text} />
      {children}
    </>
  );
}

/** An address that was copied names no company: the deposit may be in another one of the user's. */
function InOtherCompanies({ id }: { id: number }) {
  const { data: own } = useQuery(companiesQuery);
  const { data } = useQuery({
    queryKey: [...COMPANIES, "with-deposit", id],
    queryFn: ({ signal }) =>
      call("GET /companies/with-deposit/", { query: { deposit_id: id }, signal }),
    enabled: own !== undefined && own.companies.length > 1,
  });
  return data?.companies.map((company) => (
    <p key={company.id} role="status" className="text-center">
      Deposit #{id} is in <bdi>{company.name}</bdi>.{" "}
      <Button
        variant="link"
        className="px-0"
        onClick={() => openCompany(company.id, `/transaction/${id}`)}
      >
        Open there
      </Button>
    </p>
  ));
}

/** Back to the list as it was: same filter, same page. */
function BackLink() {
  return (
    <Link
      href={useListAddress()}
      className="text-muted-foreground hover:text-foreground hover:underline"
    >
      ← Back to Transactions
    </Link>
  );
}

const PRODUCT = "Deposit Matcher";

/** The browser's title, as soon as it is known; however late the framework sets that of the route. */
function useDocumentTitle(title: string | undefined): void {
  // Ends before the next page's title is looked at.
  useLayoutEffect(() => {
    if (title === undefined) return;
    const wanted = `${title} | ${PRODUCT}`;
    const set = () => {
      if (document.title !== wanted) document.title = wanted;
    };
    set();
    const observer = new MutationObserver(set);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [title]);
}

/** What is wrong with the payout itself: the bank sent it back, or the books know no such currency. */
function PayoutNotice({ detail }: { detail: DepositDetail }) {
  const text = noticeText(detail, useLedger());
  if (text === "") return null;
  return (
    <div role="status" className="flex gap-3 rounded-lg border bg-card p-4 text-sm">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-destructive" />
      <p className="font-medium">{text}</p>
    </div>
  );
}

function noticeText({ deposit, currency_differs }: DepositDetail, { name }: LedgerWords): string {
  if (deposit.payout_issue !== "") return deposit.payout_issue;
  if (!currency_differs) return "";
  return `This payout is in ${deposit.currency}, but ${name} has no open payments in ${deposit.currency}. We don't match across currencies.`;
}

/** What the lines on the page offer themselves. */
const ON_LINES: ReadonlySet<OpenAction> = new Set([
  "review",
  "choose",
  "create_receipt",
  "receive_payment",
  "choose_account",
]);

/** In a sentence: what is left to do, or that nothing is. */
function WhatIsLeft({ detail: { deposit, reasons } }: { detail: DepositDetail }) {
  const ledger = useLedger();
  const [reason] = reasons;
  if (reason) {
    // Problems of the posting and the payout have notices of their own.
    if (reason.code.startsWith("posting_") || reason.code === "payout_returned") return null;
    // What is done on a line has its button there, and only there.
    const isOnLine = reason.action !== null && ON_LINES.has(reason.action);
    return (
      <OpenReasonLine
        reason={isOnLine ? { ...reason, action: null } : reason}
        deposit={deposit}
        primary={!isOnLine && reason.action !== "check_again"}
        className="font-medium"
      />
    );
  }
  // The notice of one that was linked says it.
  if (deposit.status !== "posted" || deposit.posting?.adopted) return null;
  return (
    <p className="flex items-center gap-2 text-sm font-medium">
      <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success" />
      Posted to {ledger.name}. Nothing is left to do.
    </p>
  );
}
