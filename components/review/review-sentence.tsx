import { CurrencySums } from "@/components/deposit-parts/currency-sums";
import { useLedger } from "@/components/session/companies";
import { DateText } from "@/components/ui/date-text";
import type { PostingReview } from "@/lib/contracts/posting-review";
import { waitingWords } from "@/lib/waiting-words";

/**
 * "38 ready to post · 87,412.03 · Oct 1, 2026 to Nov 20, 2026 · 3 wait for an expense category in Authorize.Net Settings ·
 * 12 are in QuickBooks already · 6 to review"
 */
export function ReviewSentence({ review }: { review: PostingReview }) {
  const ledger = useLedger();
  const { ready, waiting, already, look } = review;
  const { count, from, to, totals } = ready;
  return (
    <>
      {count === 0 ? "Nothing is ready yet" : `${count} ready to post`}
      {from !== null && to !== null && (
        <>
          {" · "}
          <CurrencySums sums={totals} />
          {" · "}
          <DateText date={from} />
          {to !== from && (
            <>
              {" to "}
              <DateText date={to} />
            </>
          )}
        </>
      )}
      {waiting.length > 0 && <> · {waitingWords(waiting)}</>}
      {already > 0 && (
        <>
          {" · "}
          {already} {already === 1 ? "is" : "are"} in {ledger.name} already
        </>
      )}
      {look > 0 && (
        <>
          {" · "}
          {look} to review
        </>
      )}
    </>
  );
}
