"use client";

import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { ExternalLink } from "@/components/ui/external-link";
import type { ExistingDeposit } from "@/lib/contracts/existing-deposits";
import { useDismissExisting, useLinkExisting } from "./existing-queries";

/** What the books may have of a payout already, why we think so, and the two answers. */
export function ExistingDepositChoice({
  found,
  marks,
  onLinked,
}: {
  found: ExistingDeposit;
  /** Attributes of the button that links. */
  marks?: Record<`data-${string}`, string>;
  onLinked?: () => void;
}) {
  const ledger = useLedger();
  const link = useLinkExisting();
  const dismiss = useDismissExisting();
  const { existing, deposit_id, currency } = found;
  const pair = { deposit_id, existing_id: existing.Id };
  const busy = link.isPending || dismiss.isPending;
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-pretty">
        <ExternalLink
          href={existing.quickbooks_url}
        >{`${ledger.name} ${ledger.depositOf(existing.Id)}`}</ExternalLink>{" "}
        of <Amount value={existing.TotalAmt} currency={currency} />
        {existing.account !== "" && ` to ${existing.account}`} on{" "}
        <DateText date={existing.TxnDate} />
        {existing.note !== "" && <>: “{existing.note}”</>}
      </p>
      <p className="text-caption text-muted-foreground">{existing.evidence.join(" · ")}</p>
      <Allowed to="bookkeeper">
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            loading={link.isPending}
            disabled={busy}
            onClick={() => link.mutate(pair, { onSuccess: () => onLinked?.() })}
            {...marks}
          >
            Link to it
          </Button>
          <Button
            size="sm"
            variant="outline"
            loading={dismiss.isPending}
            disabled={busy}
            onClick={() => dismiss.mutate(pair)}
          >
            Not this payout
          </Button>
        </div>
      </Allowed>
    </div>
  );
}
