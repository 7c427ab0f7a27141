import { CurrencySums } from "@/components/deposit-parts/currency-sums";
import { OpenReasonLine } from "@/components/deposit-parts/open-reason-line";
import { usePostAllOnOpenDay } from "@/components/deposit-parts/use-undo";
import { Allowed } from "@/components/session/allowed";
import { Button } from "@/components/ui/button";
import type { PostingWait } from "@/lib/contracts/posting-review";
import { counted } from "@/lib/counted";

/** What posting needs for each group of deposits, with the button that supplies it. */
export function Waiting({ groups }: { groups: readonly PostingWait[] }) {
  return (
    <ul aria-label="Can't be posted yet" className="divide-y border-t">
      {groups.map((group) => (
        <li key={`${group.waits_for} ${group.deposit_ids[0]}`} className="grid gap-2 py-3">
          <p className="flex items-baseline justify-between gap-4 text-sm font-medium">
            {counted(group.count, "deposit")}
            <span className="tabular-nums">
              <CurrencySums sums={group.totals} />
            </span>
          </p>
          <Way group={group} />
        </li>
      ))}
    </ul>
  );
}

function Way({ group: { text, action, source, deposit_ids } }: { group: PostingWait }) {
  const openDay = usePostAllOnOpenDay();
  const [first = 0] = deposit_ids;
  if (action !== "post_on_open_day") {
    const reason = { code: "posting_blocked" as const, text, action, line_id: null };
    return (
      <OpenReasonLine
        reason={{ ...reason, quickbooks_url: "", details: "", book_to: "", account: "" }}
        deposit={{ id: first, source }}
      />
    );
  }
  return (
    <div className="grid gap-2 text-sm">
      <p>{text}</p>
      <Allowed to="bookkeeper">
        <Button
          size="sm"
          variant="outline"
          className="w-fit"
          loading={openDay.isPending}
          onClick={() => openDay.mutate()}
        >
          Date them on the first open day
        </Button>
      </Allowed>
    </div>
  );
}
