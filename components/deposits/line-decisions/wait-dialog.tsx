"use client";

import { useForm } from "react-hook-form";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { DateField } from "@/components/ui/date-field";
import { DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { WAIT_NOTE_LENGTH } from "@/lib/constants/planned-payments";
import type { LineOptions } from "@/lib/contracts/planned-payments";
import { addDays, dateInZone } from "@/lib/dates";
import type { ChoiceDialogProps } from "./dialog-props";
import type { DetailLine } from "./entries";
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
  const send = useWaitForLine(onDone);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: wait ?? { until: addDays(dateInZone(new Date(), timeZone), A_WEEK), note: "" },
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
          {line.description || line.entity},{" "}
          <Amount value={line.amount} currency={deposit.currency} />. The deposit isn't posted until
          then. If the payment appears in QuickBooks, it's matched as usual.
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
