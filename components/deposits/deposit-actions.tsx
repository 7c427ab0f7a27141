"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { deletionText, isMoving, undoText } from "@/components/deposits/posting";
import { useAutoMatch, useDeleteDeposit, useUndoDeposit } from "@/components/deposits/queries";
import { SuggestionActions } from "@/components/deposits/suggestion-actions";
import { ConfirmButton } from "@/components/feedback/confirm-button";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { Deposit } from "@/lib/contracts/deposits";

export function DepositActions({ deposit }: { deposit: Deposit }) {
  const router = useRouter();
  const autoMatch = useAutoMatch();
  const undo = useUndoDeposit();
  const remove = useDeleteDeposit(() => router.push("/transactions"));
  const posted = deposit.status === "posted";
  const suggested = deposit.status === "suggested";
  const moving = isMoving(deposit);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Actions</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-2">
        {suggested && <SuggestionActions depositId={deposit.id} />}
        {posted ? (
          <span className="px-4 py-2 text-center text-sm text-muted-foreground">Manual Match</span>
        ) : (
          <Button asChild variant="outline">
            <Link href={`/manual-match?deposit=${deposit.id}`}>Manual Match</Link>
          </Button>
        )}
        <Button
          variant={suggested ? "outline" : "default"}
          onClick={() => autoMatch.mutate(deposit.id)}
          disabled={posted}
          loading={autoMatch.isPending}
        >
          Auto Match
        </Button>
        {(posted || deposit.status === "matched") && (
          <ConfirmButton
            label="Undo Match"
            title={`Undo the match of deposit #${deposit.id}?`}
            text={undoText(deposit)}
            disabled={moving || undo.isPending}
            onConfirm={() => undo.mutate(deposit.id)}
          />
        )}
        <ConfirmButton
          label="Delete Deposit"
          title={`Delete deposit #${deposit.id}?`}
          text={deletionText(deposit)}
          destructive
          disabled={moving || remove.isPending}
          onConfirm={() => remove.mutate(deposit.id)}
        />
      </CardContent>
    </Card>
  );
}
