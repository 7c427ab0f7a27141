"use client";

import { ANSWER } from "@/components/deposit-parts/case-marks";
import { CurrencySums } from "@/components/deposit-parts/currency-sums";
import { ExistingDepositChoice } from "@/components/deposit-parts/existing-deposit-choice";
import { OpenReasonLine } from "@/components/deposit-parts/open-reason-line";
import { PutAsideButton } from "@/components/deposit-parts/put-aside-button";
import { CaseList } from "@/components/inbox/case-list";
import type { Cause } from "@/components/inbox/causes";
import { PostOnOpenDay } from "@/components/inbox/post-on-open-day";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { SuggestedMatches } from "@/components/suggestions/suggested-matches";
import type { SuggestionDecisions } from "@/components/suggestions/use-suggestion-decisions";
import { Amount } from "@/components/ui/amount";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { DateText } from "@/components/ui/date-text";
import { latePart } from "@/components/ui/late-part";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import type { OpenReason } from "@/lib/contracts/deposits";
import type { PostingWait } from "@/lib/contracts/posting-review";
import { formatCount } from "@/lib/format";
import type { LedgerWords } from "@/lib/ledger-words";

const UnbookedLines = latePart(() => import("@/components/inbox/unbooked-lines"), {
  waiting: <Skeleton className="mb-3 h-16" />,
});

const accountsOf = (depositId: number) => <UnbookedLines depositId={depositId} />;

interface PaneProps {
  cause: Cause;
  decisions: SuggestionDecisions;
  onLeave: (step: 1 | -1) => void;
  onHelp: () => void;
}

/** The deposits of a cause, with the answer that settles all of them, or one after the other. */
export function CausePane({ cause, decisions, onLeave, onHelp }: PaneProps) {
  const ledger = useLedger();
  const { kind, title, count, sums, deposits, waits, existing } = cause;
  if (kind === "suggested") {
    return <SuggestedMatches {...{ decisions, onLeave, onHelp }} accounts={accountsOf} />;
  }
  const text = TEXTS[kind]?.(ledger);
  const isOfSetting = kind === "setting" || kind === "negative" || isOfAccount(cause);
  const isTogether = isOfSetting || kind === "closed_books";
  const inBank = deposits.filter(({ reason }) => reason?.action === "put_aside");
  return (
    <Card className="gap-4 pb-1">
      <CardHeader>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <CardTitle>
            {title}{" "}
            <span className="font-normal text-muted-foreground tabular-nums">
              {formatCount(count)}
            </span>
          </CardTitle>
          <CurrencySums sums={sums} className="text-sm text-muted-foreground" />
        </div>
        {text && <CardDescription className="text-pretty">{text}</CardDescription>}
      </CardHeader>
      <CardContent className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {kind === "closed_books" && <PostOnOpenDay cause={cause} />}
        {isOfSetting && <OpenReasonLine {...settingOf(cause, ledger)} primary />}
        {kind === "recorded" && inBank.length > 1 && (
          <Allowed to="bookkeeper">
            <PutAsideButton
              ids={inBank.map(({ id }) => id)}
              className="w-fit"
              onDone={() => decisions.note({ kind: "match", ids: inBank.map(({ id }) => id) })}
            />
          </Allowed>
        )}
        {existing.length > 0 && (
          <ul aria-label="Matched" className="divide-y border-t empty:hidden">
            {existing.map((found) => (
              <li key={found.existing.Id} className="grid gap-2 py-4">
                <p className="flex justify-between gap-4 text-sm font-medium">
                  <TextLink href={`/transaction/${found.deposit_id}`}>
                    {found.source} · <DateText date={found.txn_date} />
                  </TextLink>
                  <Amount value={found.total_amt} currency={found.currency} />
                </p>
                <ExistingDepositChoice
                  found={found}
                  marks={{ [ANSWER]: "" }}
                  onLinked={() => decisions.note({ kind: "match", ids: [found.deposit_id] })}
                />
              </li>
            ))}
          </ul>
        )}
        {deposits.length > 0 && (
          <CaseList {...{ cause, isTogether, isOfSetting, decisions, onLeave, onHelp }} />
        )}
        {waits.length > 0 && (
          <p className="pb-3 text-sm">
            <TextLink href="/dashboard/review">See each of them in Review</TextLink>
          </p>
        )}
      </CardContent>
    </Card>
  );
}

/** What holds for all deposits of a cause, where their reasons don't say it. */
const TEXTS: Partial<Record<Cause["kind"], (ledger: LedgerWords) => string>> = {
  recorded: ({ name }) =>
    `${name} seems to have these payouts. We post none of them before you answer.`,
  choose: () => "More than one payment fits, or one fits that isn't certain.",
  missing: ({ name }) => `We found no payment for some of their lines in ${name}.`,
  account: () => "Some lines have no payment, and no account yet.",
  differs: ({ name }) => `The payments in ${name} have other amounts.`,
  in_transit: () => "Not at the bank yet. We match them when they arrive.",
};

/** One answer opens the account for all of them. */
function isOfAccount({ kind, deposits }: Cause): boolean {
  return kind === "other_account" && deposits[0]?.reason?.action === "match_from_account";
}

/** What deposits that wait for the same setting need. */
function settingOf(
  cause: Cause,
  { waiting }: LedgerWords,
): {
  reason: OpenReason;
  deposit: { id: number; source: string };
} {
  const [wait] = cause.waits;
  const [deposit] = cause.deposits;
  if (deposit?.reason) {
    const { account } = deposit.reason;
    const all = `Their payments are in ${account}. Match payments from ${account} too, or move them to ${waiting}.`;
    const text = isOfAccount(cause) ? all : deposit.reason.text;
    return { reason: { ...deposit.reason, text, quickbooks_url: "" }, deposit };
  }
  return {
    reason: reasonOf(wait),
    deposit: { id: wait?.deposit_ids[0] ?? 0, source: wait?.source ?? "" },
  };
}

function reasonOf(wait: PostingWait | undefined): OpenReason {
  return {
    ...{
      code: "posting_blocked",
      line_id: null,
      quickbooks_url: "",
      details: "",
      book_to: "",
      account: "",
    },
    text: wait?.text ?? "",
    action: wait?.action ?? null,
  };
}
