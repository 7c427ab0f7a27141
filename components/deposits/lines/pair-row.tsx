import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { ConfidenceMeter } from "@/components/deposit-parts/confidence-meter";
import { EvidenceList } from "@/components/deposit-parts/evidence-list";
import { RecordedTwice } from "@/components/deposit-parts/recorded-twice";
import { COLUMNS, LineSide, PaymentSide } from "@/components/deposits/lines/pair-sides";
import { groupText, type MatchRow } from "@/components/deposits/lines/table-rows";
import { Button } from "@/components/ui/button";
import type { DepositDetail } from "@/lib/contracts/deposits";

/** One match: its lines and payments face to face, a group pairwise; why, at once or on demand. */
export function PairRow({
  row,
  deposit,
  showsEvidence = false,
}: {
  row: MatchRow;
  deposit: DepositDetail["deposit"];
  showsEvidence?: boolean;
}) {
  const { match, pairs } = row;
  const [isAsked, setAsked] = useState(showsEvidence);
  const group = groupText(row);
  const hasEvidence = match.evidence.length > 0;
  const isOne = pairs.length === 1;
  const what = row.lines[0]?.entity || row.lines[0]?.description || "the payout";
  return (
    <div className="grid gap-2 text-sm">
      {group !== "" && <p className="text-caption text-muted-foreground">{group}</p>}
      {pairs.map((pair, index) => (
        <div key={pair.lines[0]?.id ?? pair.payments[0]?.Id} className={`${COLUMNS} items-start`}>
          <LineSide lines={pair.lines} deposit={deposit} isWhole={isOne} />
          <div className="flex flex-wrap items-center gap-x-3 max-md:py-1 md:pt-0.5">
            {index === 0 && <ConfidenceMeter match={match} />}
            {index === 0 && hasEvidence && !showsEvidence && (
              <Button
                variant="link"
                size="sm"
                className="h-auto gap-1 p-0 text-caption text-muted-foreground"
                aria-expanded={isAsked}
                onClick={() => setAsked(!isAsked)}
              >
                Evidence <span className="sr-only">for {what}</span>
                <ChevronDown
                  aria-hidden="true"
                  className={isAsked ? "size-3.5 rotate-180" : "size-3.5"}
                />
              </Button>
            )}
          </div>
          <PaymentSide payments={pair.payments} currency={match.currency} />
        </div>
      ))}
      <RecordedTwice twice={match.recorded_twice} />
      {(isAsked || showsEvidence) && <EvidenceList evidence={match.evidence} />}
    </div>
  );
}
