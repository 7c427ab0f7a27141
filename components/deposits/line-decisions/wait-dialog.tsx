"use client";

import { useForm } from "react-hook-form";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { DateField } from "@/components/ui/date-field";
import { DateText } from "@/components/ui/date-text";
import { DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { useDayOf } from "@/components/ui/format-preferences";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { WAIT_NOTE_LENGTH } from "@/lib/constants/planned-payments";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { LineOptions } from "@/lib/contracts/planned-payments";
import { addDays } from "@/lib/dates";
import type { ChoiceDialogProps } from "./dialog-props";
import { type DetailLine, type EntryOf, lineTitle } from "./entries";
import { useWaitForLine } from "./queries";

const A_WEEK = 7;

const load = () => import("@/lib/contracts/choice-forms").then(({ waitForm }) => waitForm);

/** Snoozes a line until a date, with an optional note. */
export default function WaitDialog({
  deposit,
  line,
  wait,
  onDone,
  onClose,
}: Omit<ChoiceDialogProps, "lines"> & { line: DetailLine; wait: LineOptions["wait"] }) {
  const ledger = useLedger();
  const send = useWaitForLine(onDone);
  const dayOf = useDayOf();
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: wait ?? { until: addDays(dayOf(new Date()), A_WEEK), note: "" },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ until, note }) =>
    send.mutate({ deposit_id: deposit.id, line_id: line.id, until, note }),
  );
  return (
    <TaskDialog
      title="Postpone this line"
      description={
        <>
          {lineTitle(line)}, <Amount value={line.amount} currency={deposit.currency} />. The deposit
          isn't posted until then. If the payment appears in {ledger.name}, it's matched as usual.
        </>
      }
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="grid min-w-0 gap-4">
        <DateField
          stacked
          label="Ask again on"
          value={form.watch("until")}
          error={errors.until?.message}
          onChange={(until) => form.setValue("until", until)}
        />
        <Field label="Note (optional)" error={errors.note?.message}>
          {(control) => (
            <Input {...control} maxLength={WAIT_NOTE_LENGTH} {...form.register("note")} />
          )}
        </Field>
        {send.error && (
          <p role="alert" className="text-sm text-destructive">
            {send.error.message}
          </p>
        )}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending}>
            Postpone
          </Button>
        </DialogFooter>
      </form>
    </TaskDialog>
  );
}

/** A postponed line, until when and why. */
export function WaitingLine({
  deposit,
  entry: { line, until, note },
  onAsk,
  onDone,
}: {
  deposit: DepositDetail["deposit"];
  entry: EntryOf<"waiting">;
  onAsk: () => void;
  onDone: () => void;
}) {
  const ask = useWaitForLine(() => {
    onDone();
    onAsk();
  });
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 text-sm">
      <div className="min-w-0">
        <p className="font-medium break-words">
          {lineTitle(line)}, <Amount value={line.amount} currency={deposit.currency} />, postponed
          until <DateText date={until} />
        </p>
        {note && <p className="break-words text-muted-foreground">{note}</p>}
      </div>
      <Allowed to="bookkeeper">
        <Button
          variant="outline"
          size="sm"
          loading={ask.isPending}
          onClick={() =>
            ask.mutate(
              { deposit_id: deposit.id, line_id: line.id, until: null },
              { onError: (error) => toast.error(error.message) },
            )
          }
        >
          Decide now
        </Button>
      </Allowed>
    </div>
  );
}
