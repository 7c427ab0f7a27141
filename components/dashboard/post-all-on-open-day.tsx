import { usePostAllOnOpenDay } from "@/components/books/reason-mutations";
import { ConfirmDialog } from "@/components/feedback/confirm-dialog";
import { Allowed } from "@/components/session/allowed";
import { Button } from "@/components/ui/button";
import type { Deposit } from "@/lib/contracts/deposits";

/** At the end of a closed month many deposits wait for the same day. */
export function PostAllOnOpenDay({ deposits }: { deposits: readonly Deposit[] }) {
  const post = usePostAllOnOpenDay();
  const waiting = deposits.filter(({ reason }) => reason?.action === "post_on_open_day");
  const [, second] = waiting;
  if (!second) return null;
  return (
    <Allowed to="bookkeeper">
      <ConfirmDialog
        title="Post all on the first open day?"
        text={`${second.reason?.text ?? ""} Every deposit that waits for this gets the first open day as its date in QuickBooks, and is posted.`}
        action="Post all"
        onConfirm={() => post.mutate()}
        trigger={
          <Button variant="outline" size="sm" className="mt-2 w-fit" loading={post.isPending}>
            Post all on the first open day
          </Button>
        }
      />
    </Allowed>
  );
}
