"use client";

import { useState } from "react";
import { MatchPair, PairHeads } from "@/components/books/match-pair";
import { pairsOf } from "@/components/books/pairs-of";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { DepositDetail } from "@/lib/contracts/deposits";

const SHOWN_AT_FIRST = 20;

/** Which payments explain which lines, and why. */
export function DepositMatches({ deposit, matches }: Pick<DepositDetail, "deposit" | "matches">) {
  const [all, setAll] = useState(false);
  if (matches.length === 0) return null;
  const pairs = pairsOf(deposit.lines, matches);
  const shown = all ? pairs : pairs.slice(0, SHOWN_AT_FIRST);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Matches</CardTitle>
      </CardHeader>
      <CardContent>
        <PairHeads />
        <ul className="-mb-4 divide-y">
          {shown.map((pair) => (
            <li key={pair.match.id} className="py-4">
              <MatchPair pair={pair} deposit={deposit} />
            </li>
          ))}
        </ul>
        {pairs.length > shown.length && (
          <Button variant="outline" size="sm" className="mt-4" onClick={() => setAll(true)}>
            Show {pairs.length - shown.length} more
          </Button>
        )}
      </CardContent>
    </Card>
  );
}
