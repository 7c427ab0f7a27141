"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { PageHeader } from "@/components/feedback/page-header";
import ManualMatch from "@/components/manual-match/manual-match";
import { Button } from "@/components/ui/button";
import { readRowId } from "@/lib/contracts/values/row-id";

/** `?deposit=12` comes from a deposit's page: it is selected already. */
export function ManualMatchPage() {
  const wanted = readRowId(useSearchParams().get("deposit"));
  return (
    <>
      <PageHeader
        title="Manual Transaction Matching"
        description="Match transactions that could not be automatically paired by our algorithms."
        action={
          <Button asChild variant="outline" size="sm">
            <Link href="/manual-match/undeposited-funds">Left in Undeposited Funds</Link>
          </Button>
        }
      />
      <h2 className="sr-only">Unmatched transactions</h2>
      <ManualMatch wanted={wanted} />
    </>
  );
}
