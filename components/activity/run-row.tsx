import { type ReactNode, useState } from "react";
import { useUndoAutomaticRun } from "@/components/activity/queries";
import { CurrencySums } from "@/components/deposit-parts/currency-sums";
import { useUndo } from "@/components/deposit-parts/use-undo";
import { ConfirmDialog } from "@/components/feedback/confirm-dialog";
import { useSyncAll } from "@/components/integrations/queries";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { Progress } from "@/components/ui/progress";
import type { ActivityRun } from "@/lib/contracts/activity";
import { counted } from "@/lib/counted";
import type { LedgerWords } from "@/lib/ledger-words";
import { momentText, runState, runTitle } from "./run-words";

/** Marks the button that Enter presses on a focused run. */
export const RUN_ACTION = "data-run-action";
/** Marks a run that j and k go to. */
export const RUN_STOP = "data-run";

/** When, what, how much, who, and what of it can be taken back: each effect has its own word and button. */
export function RunRow({ run, closedUntil }: { run: ActivityRun; closedUntil: string | null }) {
  const preferences = useFormatPreferences();
  const [progress, setProgress] = useState<Working | null>(null);
  const undo = useUndo((done, total) => setProgress((known) => known && { ...known, done, total }));
  const undoMatches = useUndoAutomaticRun();
  const sync = useSyncAll("Then Auto Match suggests these matches again.");
  const when = momentText(run.at, new Date(), preferences);
  const title = runTitle(run);
  const start = (verb: string, ids: number[], effect: "delete" | "undo") => {
    setProgress({ verb, done: 0, total: ids.length });
    undo.mutate(
      { kind: "match", ids, effect },
      {
        onSettled: () => setProgress(null),
        // Until they are suggested again, an undo of many looks like lost work.
        onSuccess: ({ failures, total }) =>
          effect === "delete" && failures.length < total && sync.mutate(),
      },
    );
  };
  const facts = [
    ...(run.kind === "posted" ? [run.who || "Deposit Matcher"] : ["Auto Match"]),
    ...runState(run),
  ];
  // On its way it may be in the books the next moment.
  const isMoving = run.underway > 0;
  const { created, unposted } = run;
  return (
    <section
      {...{ [RUN_STOP]: "" }}
      tabIndex={-1}
      aria-label={`${when}: ${title}`}
      className="flex scroll-mt-36 flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-sm py-3.5 outline-offset-4"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
          <span className="font-medium">{title}</span>
          <CurrencySums sums={run.totals} className="tabular-nums" />
        </p>
        <p className="text-caption break-words text-muted-foreground tabular-nums">
          <time dateTime={run.at}>{when}</time> · {facts.join(" · ")}
        </p>
      </div>
      {progress ? (
        <Working {...progress} />
      ) : isMoving && run.kind === "posted" ? (
        <Working verb="Posting" done={run.deposits - run.underway} total={run.deposits} />
      ) : (
        <Allowed to="bookkeeper">
          <div className="flex flex-wrap gap-2 empty:hidden max-sm:w-full max-sm:flex-col">
            {unposted.length > 0 && !isMoving && (
              <UndoMatches
                run={run}
                isPending={undoMatches.isPending}
                onConfirm={() =>
                  run.kind === "matched"
                    ? undoMatches.mutate(run.id)
                    : start("Undoing", unposted, "undo")
                }
              />
            )}
            {run.kind === "posted" && created.deposit_ids.length > 0 && (
              <DeleteFromBooks
                run={run}
                closedUntil={closedUntil}
                onConfirm={() => start("Deleting", created.deposit_ids, "delete")}
              />
            )}
          </div>
        </Allowed>
      )}
    </section>
  );
}

interface Working {
  /** "Deleting" */
  verb: string;
  done: number;
  total: number;
}

function Working({ verb, done, total }: Working) {
  return (
    <div className="grid min-w-48 gap-2 max-sm:w-full">
      <p role="status" className="text-sm tabular-nums">
        {verb} {Math.min(done + 1, total)} of {total}…
      </p>
      <Progress
        aria-label={`${verb} ${total} deposits`}
        value={Math.round((done / Math.max(1, total)) * 100)}
      />
    </div>
  );
}

/** Changes nothing in the books. */
function UndoMatches({
  run: { unposted, created, linked },
  isPending,
  onConfirm,
}: {
  run: ActivityRun;
  isPending: boolean;
  onConfirm: () => void;
}) {
  const ledger = useLedger();
  const count = unposted.length;
  const label = `Undo ${counted(count, "match").replace("matchs", "matches")}`;
  const kept = created.deposit_ids.length + linked;
  return (
    <ConfirmDialog
      title={`${label}?`}
      text={`${count === 1 ? "The deposit is" : "The deposits are"} open again, and Auto Match won't match ${count === 1 ? "this pair" : "these pairs"} again. Nothing changes in ${ledger.name}.${kept > 0 ? ` ${counted(kept, "posted deposit")} ${kept === 1 ? "stays" : "stay"}.` : ""}`}
      action={label}
      onConfirm={onConfirm}
      trigger={
        <Button variant="outline" size="sm" loading={isPending} {...{ [RUN_ACTION]: "" }}>
          {label}
        </Button>
      }
    />
  );
}

/** Deletes in the books: says how much of what, where, and what stays. */
function DeleteFromBooks({
  run,
  closedUntil,
  onConfirm,
}: {
  run: ActivityRun;
  closedUntil: string | null;
  onConfirm: () => void;
}) {
  const ledger = useLedger();
  const { created } = run;
  const count = created.deposit_ids.length;
  const label = `Delete ${count === 1 ? "this 1" : `these ${count}`} from ${ledger.name}…`;
  const stays = staysText(run, ledger);
  return (
    <ConfirmDialog
      title={`Delete ${counted(count, "deposit")} from ${ledger.name}?`}
      text={`Their ${ledger.deposits} and the payments we created for them are deleted there, then their matches are undone. You can match and post them again. What ${ledger.name} won't delete, or what was changed there since, is kept and named.`}
      action={`Delete ${count} from ${ledger.name}`}
      destructive
      onConfirm={onConfirm}
      trigger={
        <Button
          variant="outline"
          size="sm"
          className="border-destructive/40 text-destructive hover:bg-destructive/10 hover:text-destructive"
          {...{ [RUN_ACTION]: "" }}
        >
          {label}
        </Button>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 border-t pt-3 text-sm">
        <Fact name="Sum">
          <CurrencySums sums={created.totals} className="tabular-nums" />
        </Fact>
        {created.banks.length > 0 && (
          <Fact name={created.banks.length === 1 ? "Account" : "Accounts"}>
            {created.banks.join(", ")}
          </Fact>
        )}
        {created.from && created.to && (
          <Fact name="Dated">
            <DateText date={created.from} />
            {created.to !== created.from && (
              <>
                {" to "}
                <DateText date={created.to} />
              </>
            )}
          </Fact>
        )}
        {created.closed > 0 && closedUntil && (
          <Fact name="Closed books">
            {created.closed} of them {created.closed === 1 ? "is" : "are"} dated up to{" "}
            <DateText date={closedUntil} />, when the books are closed: {ledger.name} may refuse to
            delete {created.closed === 1 ? "it" : "them"}.
          </Fact>
        )}
        {stays !== "" && <Fact name="Stays">{stays}</Fact>}
      </dl>
    </ConfirmDialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

function staysText({ linked, unposted }: ActivityRun, { deposit }: LedgerWords): string {
  const parts = [
    linked > 0 && `${linked} linked to a ${deposit} that was there before`,
    unposted.length > 0 && `${unposted.length} matched, not posted`,
  ];
  return parts.filter((part) => part !== false).join(" · ");
}
