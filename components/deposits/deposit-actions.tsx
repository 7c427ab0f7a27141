"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { PutAsideButton } from "@/components/deposit-parts/put-aside-button";
import { useUndo } from "@/components/deposit-parts/use-undo";
import { CONFIRM, DISMISS } from "@/components/deposits/line-decisions/choice-marks";
import { useAutoMatch, useDeleteDeposit, useUndoDeposit } from "@/components/deposits/queries";
import { ConfirmButton } from "@/components/feedback/confirm-button";
import { useLedger } from "@/components/session/companies";
import { useConfirmMatch, useDismissMatch } from "@/components/suggestions/queries";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { toast } from "@/components/ui/toast";
import { cn } from "@/lib/cn";
import type { UndoEffect } from "@/lib/constants/matches";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { Deposit } from "@/lib/contracts/deposits";
import type { LedgerWords } from "@/lib/ledger-words";
import { listAddress } from "./filter";
import { deletionText, isMoving, undoEffect, undoText } from "./posting-notice";

export function DepositActions({
  deposit,
  planned,
  isShownElsewhere,
}: {
  deposit: Deposit;
  planned: DepositDetail["planned"];
  /** Another company in this installation shows the same Deposit, which an undo deletes. */
  isShownElsewhere: boolean;
}) {
  const router = useRouter();
  const autoMatch = useAutoMatch();
  const undo = useUndoDeposit();
  const remove = useDeleteDeposit(() => router.push(listAddress()));
  const posted = deposit.status === "posted";
  const ledger = useLedger();
  const suggested = deposit.status === "suggested";
  const moving = isMoving(deposit);
  const made = planned.filter((each) => each.created_at !== null).length;
  const effect = undoEffect(deposit, made);
  // A posting that failed may have left something there: what it is shows when it is looked for.
  const isUnsure = deposit.posting?.state === "failed";
  // Where lines are open, one of their buttons is the primary one.
  const byHand = deposit.reason?.action === "choose" && deposit.reason.line_id === null;
  return (
    <Card className="gap-3 py-4 print:hidden">
      <CardHeader className="px-4 sm:px-4">
        <CardTitle className="text-sm">Actions</CardTitle>
      </CardHeader>
      <CardContent className="grid grid-flow-row-dense grid-cols-2 gap-2 px-4 sm:px-4">
        {suggested && (
          // On a phone, what there is to decide stays in view.
          <div className="max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:grid max-md:grid-cols-2 max-md:gap-2 max-md:border-t max-md:bg-card max-md:px-4 max-md:py-3 md:contents">
            <SuggestionActions depositId={deposit.id} />
          </div>
        )}
        {posted ? (
          <p className="col-span-full text-caption text-muted-foreground">
            <span className="block font-medium">Manual Match</span>
            {effect === "unlink"
              ? "Linked. Unlink it to change the match."
              : `Posted. Delete it from ${ledger.name} to change the match.`}
          </p>
        ) : (
          <Button asChild size="sm" variant={byHand ? "default" : "outline"}>
            <Link href={`/manual-match?deposit=${deposit.id}`}>Manual Match</Link>
          </Button>
        )}
        <Button
          size="sm"
          variant={deposit.status === "pending" && deposit.reason === null ? "default" : "outline"}
          onClick={() => autoMatch.mutate(deposit.id)}
          disabled={posted}
          loading={autoMatch.isPending}
        >
          Auto Match
        </Button>
        {(posted || deposit.status === "matched") && (
          <ConfirmButton
            {...undoWords(effect, deposit, ledger)}
            text={undoText(deposit, ledger, made, isShownElsewhere)}
            destructive={effect === "delete"}
            size="sm"
            // Its name is longer than half a row.
            className={cn(effect === "delete" && "col-span-full")}
            disabled={moving || undo.isPending}
            onConfirm={() => undo.mutate({ id: deposit.id, effect: isUnsure ? undefined : effect })}
          />
        )}
        {!posted && !moving && (
          <PutAsideButton ids={[deposit.id]} size="sm" className="col-span-full" />
        )}
        <ConfirmButton
          label="Delete Deposit"
          title={`Delete deposit #${deposit.id}?`}
          text={deletionText(deposit, ledger)}
          destructive
          size="sm"
          // Alone in its row.
          className={cn(!posted && deposit.status !== "matched" && "col-span-full")}
          disabled={moving || remove.isPending}
          onConfirm={() => remove.mutate(deposit.id)}
        />
      </CardContent>
    </Card>
  );
}

/** One word for each effect. */
function undoWords(
  effect: UndoEffect,
  { id }: Pick<Deposit, "id">,
  { name }: LedgerWords,
): { label: string; title: string } {
  if (effect === "undo") return { label: "Undo Match", title: `Undo the match of deposit #${id}?` };
  if (effect === "unlink") return { label: "Unlink", title: `Unlink deposit #${id}?` };
  return { label: `Delete from ${name}`, title: `Delete deposit #${id} from ${name}?` };
}

function SuggestionActions({ depositId }: { depositId: number }) {
  const undo = useUndo();
  const undoOf = (kind: "match" | "dismissal", id: number) => ({
    action: { label: "Undo", onClick: () => undo.mutate({ kind, ids: [id] }) },
  });
  const confirm = useConfirmMatch((id, message) => toast.success(message, undoOf("match", id)));
  const dismiss = useDismissMatch((id, message) => toast(message, undoOf("dismissal", id)));
  const deciding = confirm.isPending || dismiss.isPending;
  return (
    <>
      <Button
        {...{ [CONFIRM]: "" }}
        onClick={() => confirm.mutate(depositId)}
        loading={confirm.isPending}
        disabled={deciding}
      >
        Confirm Match
      </Button>
      <Button
        {...{ [DISMISS]: "" }}
        variant="outline"
        onClick={() => dismiss.mutate(depositId)}
        disabled={deciding}
      >
        Dismiss
      </Button>
    </>
  );
}
