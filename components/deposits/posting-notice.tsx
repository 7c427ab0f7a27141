import { CalendarClock, CircleAlert, CircleCheck, Clock } from "lucide-react";
import { AskSetting } from "@/components/deposit-parts/ask-setting";
import { ForAdmins, reasonWay } from "@/components/deposit-parts/open-reason-line";
import { PutAsideButton } from "@/components/deposit-parts/put-aside-button";
import {
  usePostDeposit,
  usePostOnOpenDay,
  useRetryPosting,
} from "@/components/deposit-parts/use-undo";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { RowLink } from "@/components/ui/row-link";
import { Spinner } from "@/components/ui/spinner";
import { TextLink } from "@/components/ui/text-link";
import { capitalized } from "@/lib/capitalized";
import type { UndoEffect } from "@/lib/constants/matches";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { Deposit, OpenReason } from "@/lib/contracts/deposits";
import type { LedgerWords } from "@/lib/ledger-words";

/** The posting's state, and what the user can do when it is blocked. */
export function PostingNotice({
  deposit,
  reason,
  needsAccount,
}: {
  deposit: Deposit;
  /** The most urgent one why the deposit is open. */
  reason: OpenReason | undefined;
  /** A line has no account yet: it is chosen on this page. */
  needsAccount: boolean;
}) {
  const ledger = useLedger();
  const { posting } = deposit;
  // The badge shows a posting that went as planned; the notice is for anything else.
  const details = reason?.details ?? "";
  if (posting === null || (posting.state === "posted" && posting.message === "")) return null;
  return (
    <div role="status" className="flex gap-3 rounded-lg border bg-card p-4 text-sm">
      <PostingIcon deposit={deposit} />
      <div className="grid gap-1">
        <p className="font-medium">{postingTitle({ ...deposit, posting }, ledger)}</p>
        {posting.message !== "" && <p className="text-muted-foreground">{posting.message}</p>}
        {details !== "" && (
          <p className="text-muted-foreground">
            {ledger.name} said: “{details}”
          </p>
        )}
        <Allowed to="bookkeeper">
          {posting.state === "held" && <PostNow deposit={deposit} />}
          {isStuck(deposit) && !needsAccount && <WaysOut deposit={deposit} reason={reason} />}
        </Allowed>
      </div>
    </div>
  );
}

/** Nothing is posted before a user has said so. */
function PostNow({ deposit }: { deposit: Deposit }) {
  const ledger = useLedger();
  const post = usePostDeposit();
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button size="sm" loading={post.isPending} onClick={() => post.mutate(deposit.id)}>
        Post to {ledger.name}
      </Button>
      <TextLink href="/dashboard/review">Review all</TextLink>
    </div>
  );
}

function WaysOut({ deposit, reason }: { deposit: Deposit; reason: OpenReason | undefined }) {
  const ledger = useLedger();
  const retry = useRetryPosting();
  const openDay = usePostOnOpenDay();
  const way = reason && reasonWay(reason, deposit, ledger);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      {way && "does" in way && way.does === "post_on_open_day" && (
        <Button
          size="sm"
          loading={openDay.isPending}
          onClick={() => openDay.mutate({ id: deposit.id, on: true })}
        >
          {way.label}
        </Button>
      )}
      {way && "does" in way && way.does === "put_aside" && (
        <PutAsideButton ids={[deposit.id]} size="sm" variant="default" />
      )}
      {way && "asks" in way && (
        <Allowed to={way.to} instead={<ForAdmins to={way.to} />}>
          <AskSetting asks={way.asks} label={way.label} />
        </Allowed>
      )}
      {way && "href" in way && way.href.startsWith("/integrations") && (
        <Allowed to={way.to} instead={<ForAdmins to={way.to} />}>
          <Button asChild size="sm">
            <RowLink href={way.href}>{way.label}</RowLink>
          </Button>
        </Allowed>
      )}
      <Button
        variant="outline"
        size="sm"
        loading={retry.isPending}
        onClick={() => retry.mutate(deposit.id)}
      >
        Retry
      </Button>
    </div>
  );
}

function PostingIcon({ deposit }: { deposit: Deposit }) {
  const place = "mt-0.5 size-4 shrink-0";
  if (deposit.posting?.state === "posted") {
    return <CircleCheck aria-hidden="true" className={`${place} text-success`} />;
  }
  if (deposit.posting?.state === "failed") {
    return <CircleAlert aria-hidden="true" className={`${place} text-destructive`} />;
  }
  if (isMoving(deposit)) return <Spinner className={place} />;
  return <Clock aria-hidden="true" className={`${place} text-warning`} />;
}

/** A deposit that is dated later in the books than the payout, because its own day is closed there. */
export function OpenDayNotice({ detail: { deposit, earliest_date } }: { detail: DepositDetail }) {
  const ledger = useLedger();
  const choose = usePostOnOpenDay();
  if (earliest_date === null || earliest_date <= deposit.txn_date) return null;
  return (
    <div role="status" className="flex gap-3 rounded-lg border bg-card p-4 text-sm">
      <CalendarClock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      <div className="grid gap-1">
        <p className="font-medium">
          Dated <DateText date={earliest_date} /> in {ledger.name}
        </p>
        <p className="text-muted-foreground">
          The books were closed for <DateText date={deposit.txn_date} />, the day of the payout.
        </p>
        {deposit.status !== "posted" && (
          <Allowed to="bookkeeper">
            <div className="mt-2">
              <Button
                variant="outline"
                size="sm"
                loading={choose.isPending}
                onClick={() => choose.mutate({ id: deposit.id, on: false })}
              >
                Use the payout's date
              </Button>
            </div>
          </Allowed>
        )}
      </div>
    </div>
  );
}

type Posting = NonNullable<Deposit["posting"]>;

const MOVING: ReadonlySet<Posting["state"]> = new Set(["queued", "sending", "undoing"]);

/** Something is on its way to the books, so what the page shows is about to change. */
export function isMoving(deposit: Pick<Deposit, "posting">): boolean {
  return deposit.posting !== null && MOVING.has(deposit.posting.state);
}

/** The books refused it, or something is missing: a user has to do something. */
export function isStuck({ posting }: Pick<Deposit, "posting">): boolean {
  return posting?.state === "blocked" || posting?.state === "failed";
}

const TITLES: Record<Posting["state"], (ledger: string) => string> = {
  queued: (ledger) => `Waiting to post to ${ledger}`,
  sending: (ledger) => `Posting to ${ledger}`,
  posted: (ledger) => `Posted to ${ledger}`,
  blocked: () => "Not posted yet",
  failed: () => "Couldn't post this deposit",
  undoing: (ledger) => `Removing from ${ledger}`,
  held: () => "Ready to post",
};

function postingTitle(
  { posting, quickbook_id }: Pick<Deposit, "quickbook_id"> & { posting: Posting },
  { name }: LedgerWords,
): string {
  if (posting.state !== "posted" || !posting.adopted) return TITLES[posting.state](name);
  return quickbook_id === "" ? "Booked elsewhere" : `Already in ${name}`;
}

/** What deleting does and what it leaves alone. */
export function deletionText(
  deposit: Pick<Deposit, "id" | "quickbook_id">,
  ledger: LedgerWords,
): string {
  const here = `Removes deposit #${deposit.id} here and frees its payments. Syncing won't bring it back.`;
  return deposit.quickbook_id === ""
    ? `${here} Nothing changes at your payment processor or in ${ledger.name}.`
    : `${here} ${capitalized(ledger.theDeposit(deposit.quickbook_id))} stays in ${ledger.name}.`;
}

/** What undoing does to the books. @param created how many payments we created there for the deposit */
export function undoEffect(
  { status, posting }: Pick<Deposit, "status" | "posting">,
  created: number,
): UndoEffect {
  if (posting?.adopted) return "unlink";
  return status === "posted" || created > 0 ? "delete" : "undo";
}

/** Warns that the undo affects another company in this installation. */
const shownElsewhere = ({ name, deposit }: LedgerWords) =>
  ` Another company in Deposit Matcher that uses the same ${name} also shows this ${deposit}. It'll be open there again.`;

/**
 * What undoing does.
 * @param created how many payments we created in the books for the deposit
 * @param isShownElsewhere another company in this installation shows what is deleted
 */
export function undoText(
  deposit: Pick<Deposit, "status" | "quickbook_id" | "posting">,
  ledger: LedgerWords,
  created = 0,
  isShownElsewhere = false,
): string {
  const text = ownUndoText(deposit, ledger, created);
  return isShownElsewhere ? text + shownElsewhere(ledger) : text;
}

function ownUndoText(
  deposit: Pick<Deposit, "status" | "quickbook_id" | "posting">,
  ledger: LedgerWords,
  created: number,
): string {
  const { name } = ledger;
  const ours = created === 1 ? "the payment we created" : `the ${created} payments we created`;
  if (deposit.status !== "posted") {
    return created === 0
      ? "Undoes the match. Its payments can be matched again."
      : `Deletes ${ours} in ${name}, then undoes the match. Anything changed there since is kept.`;
  }
  if (deposit.quickbook_id === "") {
    return `Puts the deposit back on your to-do list. Nothing changes in ${name}.`;
  }
  const made = ledger.theDeposit(deposit.quickbook_id);
  if (deposit.posting?.adopted) {
    return `Unlinks ${name} ${ledger.depositOf(deposit.quickbook_id)}. It stays in ${name} because we didn't create it.`;
  }
  return created === 0
    ? `Deletes ${made} in ${name}, then undoes the match. If that fails, nothing changes.`
    : `Deletes ${made} and ${ours} in ${name}, then undoes the match. Anything changed there since is kept.`;
}
