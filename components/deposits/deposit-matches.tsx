import { MatchPair, PairHeads } from "@/components/matching/match-pair";
import { pairsOf } from "@/components/matching/pairs";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { DepositDetail } from "@/lib/contracts/deposits";

/** Which payments explain which lines, and why. */
export function DepositMatches({ deposit, matches }: Pick<DepositDetail, "deposit" | "matches">) {
  if (matches.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Matches</CardTitle>
      </CardHeader>
      <CardContent>
        <PairHeads />
        <ul className="-mb-4 divide-y">
          {pairsOf(deposit.lines, matches).map((pair) => (
            <li key={pair.match.id} className="py-4">
              <MatchPair pair={pair} deposit={deposit} />
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}
