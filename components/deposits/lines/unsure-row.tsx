import { FIRST_CHOICE, STOP } from "@/components/deposits/line-decisions/line-marks";
import { useMatchLine } from "@/components/deposits/line-decisions/queries";
import { PairRow } from "@/components/deposits/lines/pair-row";
import type { MatchRow } from "@/components/deposits/lines/table-rows";
import { Allowed } from "@/components/session/allowed";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { KeyHint } from "@/components/ui/key-hint";
import type { DepositDetail } from "@/lib/contracts/deposits";

/** A pair to look at, with its evidence; a suggested one is confirmed alone, or with the whole suggestion. */
export function UnsureRow({
  row,
  deposit,
  confirms,
  onDone,
}: {
  row: MatchRow;
  deposit: DepositDetail["deposit"];
  /** Null: there is nothing to confirm. */
  confirms: "deposit" | "line" | null;
  onDone: () => void;
}) {
  const match = useMatchLine(onDone);
  const [line] = row.lines;
  const pair = <PairRow row={row} deposit={deposit} showsEvidence />;
  if (confirms === null) return pair;
  const who = row.lines[0]?.entity || row.match.payments[0]?.CustomerName || "the payout";
  return (
    <section
      {...{ [STOP]: confirms }}
      tabIndex={-1}
      aria-label={`Suggested for ${who}`}
      className="group grid scroll-mt-36 gap-3 rounded-sm outline-offset-4"
    >
      {pair}
      <Allowed to="bookkeeper">
        {confirms === "deposit" && (
          <p className="hidden text-caption text-muted-foreground group-focus-visible:pointer-fine:block">
            <Kbd>↵</Kbd> confirms the match, <Kbd>x</Kbd> dismisses it
          </p>
        )}
        {confirms === "line" && line && (
          <div className="flex flex-wrap items-center gap-2">
            <Button
              size="sm"
              variant="outline"
              {...{ [FIRST_CHOICE]: "" }}
              loading={match.isPending}
              onClick={() =>
                match.mutate({
                  deposit_id: deposit.id,
                  line_id: line.id,
                  payment_ids: row.match.payments.map(({ Id }) => Id),
                })
              }
            >
              Confirm this line <span className="sr-only">of {who}</span>
              <KeyHint of="↵" />
            </Button>
            {match.error && (
              <p role="alert" className="text-caption text-destructive">
                {match.error.message}
              </p>
            )}
          </div>
        )}
      </Allowed>
    </section>
  );
}
