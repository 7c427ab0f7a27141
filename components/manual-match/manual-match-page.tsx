"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { depositDetailQuery } from "@/components/deposits/queries";
import { PageHeader } from "@/components/feedback/page-header";
import { LineMatch } from "@/components/manual-match/line-match";
import { linesToMatch } from "@/components/manual-match/line-ties";
import ManualMatch from "@/components/manual-match/manual-match";
import { ManualMatchRoom } from "@/components/manual-match/manual-match-room";
import { useLedger } from "@/components/session/companies";
import { ForBookkeepers } from "@/components/session/for-bookkeepers";
import { Button } from "@/components/ui/button";
import { readRowId } from "@/lib/constants/row-id";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";

const PATH = "/manual-match";

/** `?deposit=12` comes from a deposit's page: that deposit is matched line by line. */
export function ManualMatchPage() {
  const ledger = useLedger();
  const wanted = readRowId(useSearchParams().get("deposit"));
  const router = useRouter();
  /** The deposit that was matched here a moment ago, and the one to offer after it. */
  const [done, setDone] = useState<{ id: number | null; next: number | null } | null>(null);
  if (done && wanted === null && done.id !== null) setDone({ ...done, id: null });
  const isDone = done !== null && done.id === wanted;

  function onMatched(next: number | null) {
    setDone({ id: wanted, next });
    router.replace(PATH, { scroll: false });
  }

  return (
    <>
      <PageHeader
        title="Manual Transaction Matching"
        description="Match transactions that could not be automatically paired by our algorithms."
        action={
          <Button asChild variant="outline" size="sm">
            <Link href={`${PATH}/undeposited-funds`}>{`Left in ${ledger.waiting}`}</Link>
          </Button>
        }
      />
      <h2 className="sr-only">Unmatched transactions</h2>
      <ForBookkeepers>
        {wanted === null || isDone ? (
          <ManualMatch next={done?.next ?? null} />
        ) : (
          <ForDeposit key={wanted} id={wanted} onMatched={onMatched} />
        )}
      </ForBookkeepers>
    </>
  );
}

/** Its lines where it has some; otherwise both lists, with the deposit and what is proposed for it selected. */
function ForDeposit({ id, onMatched }: { id: number; onMatched: (next: number | null) => void }) {
  const { data, isPending, errorUpdateCount } = useQuery(depositDetailQuery(id));
  // The lists ask for the deposit too: after a failure that must not take them away again.
  if (isPending && errorUpdateCount === 0) return <ManualMatchRoom />;
  const status = data?.deposit.status;
  const isOpen = status === "pending" || status === "suggested";
  if (data && isOpen && linesToMatch(data).length > 0) {
    return <LineMatch detail={data} onMatched={onMatched} />;
  }
  const proposed = data ? paymentsFor(data) : [];
  return <ManualMatch wanted={id} proposed={isOpen ? proposed : []} onMatched={onMatched} />;
}

/** What is proposed for a deposit without lines; else what the user had chosen before its match was undone. */
function paymentsFor({ matches, earlier_choices }: DepositDetail): string[] {
  if (matches.length > 0) return matches.flatMap(({ payments }) => payments.map(({ Id }) => Id));
  return earlier_choices[0]?.payment_ids ?? [];
}
