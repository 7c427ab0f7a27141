import { ANSWER } from "@/components/deposit-parts/case-marks";
import { CurrencySums } from "@/components/deposit-parts/currency-sums";
import { usePostAllOnOpenDay } from "@/components/deposit-parts/use-undo";
import { ConfirmOnDemand } from "@/components/feedback/confirm-on-demand";
import { HelpLink } from "@/components/help/help-link";
import type { Cause } from "@/components/inbox/causes";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import { counted } from "@/lib/counted";

/** At the end of a closed month many deposits wait for the same day: one answer dates all of them. */
export function PostOnOpenDay({ cause: { count, sums, waits, deposits } }: { cause: Cause }) {
  const ledger = useLedger();
  const post = usePostAllOnOpenDay();
  const text = waits[0]?.text ?? deposits[0]?.reason?.text ?? "";
  return (
    <div className="grid gap-3 text-sm">
      <p className="text-pretty">
        {text} <HelpLink topic="closed-books" about="the first open day" />
      </p>
      <Allowed to="bookkeeper">
        <ConfirmOnDemand
          enterConfirms
          title={`Date ${counted(count, "deposit")} on the first open day?`}
          text={
            <>
              <CurrencySums sums={sums} /> in total. Their date in {ledger.name} becomes the first
              open day. The bank's dates stay in the closed period, so the bank feed shows them
              earlier.
            </>
          }
          action="Date them on the first open day"
          onConfirm={() => post.mutate()}
          trigger={
            <Button {...{ [ANSWER]: "" }} className="w-fit" loading={post.isPending}>
              Date them on the first open day
            </Button>
          }
        />
      </Allowed>
    </div>
  );
}
