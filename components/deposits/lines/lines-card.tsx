"use client";

import { FoldedRows } from "@/components/deposits/lines/folded-rows";
import { OpenLines } from "@/components/deposits/lines/open-lines";
import { LineSide, PairRow } from "@/components/deposits/lines/pair-row";
import { foldedText, tableRows } from "@/components/deposits/lines/table-rows";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { toast } from "@/components/ui/toast";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import { counted } from "@/lib/counted";
import { dateInZone } from "@/lib/dates";
import { useWantedLine } from "./arrival";

/** Each line of a payout and its payment in the books: the open ones ask, what is sure is folded. */
export function LinesCard({ detail, onHelp }: { detail: DepositDetail; onHelp: () => void }) {
  const { deposit } = detail;
  const { asked, unsure, answered, sure, others } = tableRows(
    detail,
    dateInZone(new Date(), detail.time_zone),
  );
  const wanted = useWantedLine();
  const isCalm = asked.length + unsure.length + answered.length === 0;
  const folded = foldedText(sure, deposit.currency);
  const lines = {
    ...{ detail, wanted, onHelp },
    onEnd: (direction: "next" | "previous") =>
      toast(
        direction === "next"
          ? "This is the last payout to review."
          : "This is the first payout to review.",
      ),
  };
  // The keys lead on from a payout without lines too.
  if (isCalm && sure.length + others.length === 0) return <OpenLines {...lines} />;
  return (
    <Card className="gap-3 py-4">
      <CardHeader>
        <CardTitle className="text-sm">Lines and Payments</CardTitle>
      </CardHeader>
      <CardContent>
        <OpenLines {...lines}>
          {sure.length > 0 && (
            <li className="py-3 last:pb-0">
              <FoldedRows
                title={folded.text}
                amount={folded.amount}
                currency={deposit.currency}
                rows={sure}
                startsOpen={
                  isCalm || sure.some(({ lines }) => lines.some(({ id }) => id === wanted))
                }
                keyOf={({ match }) => match.id}
              >
                {(row) => <PairRow {...{ row, detail }} />}
              </FoldedRows>
            </li>
          )}
          {others.length > 0 && (
            <li className="py-3 last:pb-0">
              <FoldedRows
                title={`${counted(others.length, "line")} without a payment`}
                amount={null}
                currency={deposit.currency}
                rows={others}
                startsOpen={false}
                keyOf={({ id }) => id}
              >
                {(line) => <LineSide lines={[line]} deposit={deposit} isWhole />}
              </FoldedRows>
            </li>
          )}
        </OpenLines>
      </CardContent>
    </Card>
  );
}
