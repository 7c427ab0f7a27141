"use client";

import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { likelyNamesQuery, useAskClient } from "@/components/questions/queries";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { Input } from "@/components/ui/input";
import { ApiError } from "@/lib/api-errors";
import { QUESTION_DAYS, QUESTION_LENGTH } from "@/lib/constants/questions";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { LineQuestion } from "@/lib/contracts/questions";
import { usualQuestion } from "@/lib/line-about";

const load = () => import("@/lib/contracts/questions").then(({ questionForm }) => questionForm);

/** Mails a question about a line; names go along as answers only where they are ticked. */
export default function AskDialog({
  deposit,
  line,
  last,
  onClose,
}: {
  deposit: DepositDetail["deposit"];
  line: DepositDetail["deposit"]["lines"][number];
  /** What was asked about the line before. */
  last: LineQuestion | undefined;
  onClose: () => void;
}) {
  const send = useAskClient(onClose);
  const { dateFormat } = useFormatPreferences();
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: {
      // Usually the same client as before.
      email: last?.email ?? deposit.last_asked,
      question: last?.question ?? usualQuestion(line, dateFormat),
      suggestions: [] as string[],
    },
  });
  const { errors } = form.formState;
  const chosen = form.watch("suggestions");
  const refused = send.error instanceof ApiError ? send.error.fields : {};
  const submit = form.handleSubmit((question) =>
    send.mutate({ deposit_id: deposit.id, line_id: line.id, ...question }),
  );
  return (
    <TaskDialog
      title="Ask the client"
      description={
        <>
          They get an email with a link that works once, for {QUESTION_DAYS} days, and shows only
          this line: {line.description && `${line.description}, `}
          <Amount value={line.amount} currency={deposit.currency} />. Their answer appears here.
        </>
      }
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="grid min-w-0 gap-4">
        <Field label="Email" error={errors.email?.message ?? refused.email}>
          {(control) => (
            <Input type="email" autoComplete="off" {...control} {...form.register("email")} />
          )}
        </Field>
        <Field label="Question" error={errors.question?.message}>
          {(control) => (
            <Input {...control} maxLength={QUESTION_LENGTH} {...form.register("question")} />
          )}
        </Field>
        <LikelyNames
          depositId={deposit.id}
          lineId={line.id}
          chosen={chosen}
          onChange={(suggestions) => form.setValue("suggestions", suggestions)}
        />
        {last?.state === "open" && (
          <p className="text-caption text-muted-foreground">
            The link in the earlier email stops working.
          </p>
        )}
        {send.error && refused.email === undefined && (
          <p role="alert" className="text-sm text-destructive">
            {send.error.message}
          </p>
        )}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending}>
            Send question
          </Button>
        </DialogFooter>
      </form>
    </TaskDialog>
  );
}

/** Names of other customers leave the company only when a user ticks them. */
function LikelyNames({
  depositId,
  lineId,
  chosen,
  onChange,
}: {
  depositId: number;
  lineId: number;
  chosen: string[];
  onChange: (names: string[]) => void;
}) {
  const { data: names = [] } = useQuery(likelyNamesQuery(depositId, lineId));
  if (names.length === 0) return null;
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="mb-2 text-sm font-medium">Offer as answers (optional)</legend>
      {names.map((name) => (
        <Field key={name} label={name} inline>
          {({ "aria-invalid": _, ...control }) => (
            <Checkbox
              {...control}
              checked={chosen.includes(name)}
              onCheckedChange={(checked) =>
                onChange(
                  checked === true ? [...chosen, name] : chosen.filter((each) => each !== name),
                )
              }
            />
          )}
        </Field>
      ))}
      <p className="text-caption text-muted-foreground">
        Your client sees only the names you select.
      </p>
    </fieldset>
  );
}
