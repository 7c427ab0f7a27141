import { CircleAlert, CircleCheck, Clock } from "lucide-react";
import Link from "next/link";
import { ForAdmins } from "@/components/books/open-reason-line";
import { PutAsideButton } from "@/components/books/put-aside-button";
import {
  usePostDeposit,
  usePostOnOpenDay,
  useRetryPosting,
} from "@/components/books/reason-mutations";
import { reasonWay } from "@/components/books/reason-way";
import { isMoving, isStuck, postingTitle } from "@/components/deposits/posting";
import { Allowed } from "@/components/session/allowed";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { TextLink } from "@/components/ui/text-link";
import type { Deposit, OpenReason } from "@/lib/contracts/deposits";

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
  const { posting } = deposit;
  // The badge shows a posting that went as planned; the notice is for anything else.
  const details = reason?.details ?? "";
  if (posting === null || (posting.state === "posted" && posting.message === "")) return null;
  return (
    <div role="status" className="flex gap-3 rounded-lg border bg-card p-4 text-sm">
      <PostingIcon deposit={deposit} />
      <div className="grid gap-1">
        <p className="font-medium">{postingTitle({ ...deposit, posting })}</p>
        {posting.message !== "" && <p className="text-muted-foreground">{posting.message}</p>}
        {details !== "" && <p className="text-muted-foreground">QuickBooks said: “{details}”</p>}
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
  const post = usePostDeposit();
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button size="sm" loading={post.isPending} onClick={() => post.mutate(deposit.id)}>
        Post to QuickBooks
      </Button>
      <TextLink href="/dashboard/review">Review all</TextLink>
    </div>
  );
}

function WaysOut({ deposit, reason }: { deposit: Deposit; reason: OpenReason | undefined }) {
  const retry = useRetryPosting();
  const openDay = usePostOnOpenDay();
  const way = reason && reasonWay(reason, deposit);
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
      {way && "href" in way && way.href.startsWith("/integrations") && (
        <Allowed to={way.to} instead={<ForAdmins to={way.to} />}>
          <Button asChild size="sm">
            <Link href={way.href}>{way.label}</Link>
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
