"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { receiptSettingsQuery } from "@/components/deposit-parts/existing-queries";
import { ErrorState } from "@/components/feedback/error-state";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { useLedger } from "@/components/session/companies";
import { DateField } from "@/components/ui/date-field";
import { Field } from "@/components/ui/field";
import { useDayOf } from "@/components/ui/format-preferences";
import { NativeSelect } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import type { ReceiptSettings } from "@/lib/contracts/receipts";
import type { CalendarDate } from "@/lib/dates";
import { BulkPreview } from "./bulk-preview";

interface PeriodDialogProps {
  /** `YYYY-MM-DD`, or "" for this month. */
  from: string;
  to: string;
  onDone: () => void;
  onClose: () => void;
}

/** All missing lines of a processor's payouts in a period. */
export default function PeriodDialog({ from, to, onDone, onClose }: PeriodDialogProps) {
  const ledger = useLedger();
  const { data, error, refetch } = useQuery(receiptSettingsQuery);
  return (
    <TaskDialog
      title="Record receipts for a period"
      description={`For every charge and refund that ${ledger.name} doesn't have. Each receipt is created when its deposit is posted.`}
      onClose={onClose}
      className="max-w-3xl"
    >
      {data?.sources.length === 0 && (
        <p className="text-sm text-muted-foreground">Connect a payment processor first.</p>
      )}
      {data && data.sources.length > 0 && (
        <Period sources={data.sources} {...{ from, to, onDone, onClose }} />
      )}
      {!data && !error && <Skeleton className="h-72" />}
      {!data && error && (
        <ErrorState
          headingLevel="h3"
          title="Couldn't load the payment processors"
          description={error.message}
          error={error}
          onRetry={() => refetch()}
        />
      )}
    </TaskDialog>
  );
}

type Sources = ReceiptSettings["sources"];

function Period({ sources, ...props }: PeriodDialogProps & { sources: Sources }) {
  const dayOf = useDayOf();
  const [period, setPeriod] = useState(() => startingPeriod(props, dayOf(new Date())));
  const [source, setSource] = useState(sources[0]?.integration_type);
  const isBackwards = period.from !== "" && period.to !== "" && period.from > period.to;
  const isWhole = period.from !== "" && period.to !== "" && !isBackwards;
  return (
    <div className="grid min-w-0 gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <DateField
          stacked
          label="From"
          value={period.from}
          range={period}
          invalid={isBackwards}
          onChange={(from) => setPeriod({ ...period, from })}
        />
        <DateField
          stacked
          label="To"
          value={period.to}
          range={period}
          error={isBackwards ? "The end date is before the start date." : undefined}
          onChange={(to) => setPeriod({ ...period, to })}
        />
        <Field label="Payment processor">
          {(control) => (
            <NativeSelect
              {...control}
              value={source}
              onChange={({ target }) =>
                setSource(
                  sources.find((each) => each.integration_type === target.value)?.integration_type,
                )
              }
            >
              {sources.map(({ integration_type, name }) => (
                <option key={integration_type} value={integration_type}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
      </div>
      {isWhole && source && (
        <BulkPreview
          selection={{ ...period, source }}
          onDone={props.onDone}
          onClose={props.onClose}
        />
      )}
    </div>
  );
}

/** The list's own period, or this month up to today. */
function startingPeriod({ from, to }: Pick<PeriodDialogProps, "from" | "to">, today: CalendarDate) {
  const end = to || today;
  return { from: from || `${end.slice(0, 8)}01`, to: end };
}
