import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { LeftOut } from "@/components/deposits/choices/left-out";
import { PreviewRows } from "@/components/deposits/choices/preview-rows";
import { countSentence, sumSentence } from "@/components/deposits/choices/preview-words";
import {
  receiptPreviewQuery,
  type Selection,
  usePlanReceipts,
} from "@/components/deposits/choices/queries";
import { ErrorState } from "@/components/feedback/error-state";
import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { ApiError } from "@/lib/api-errors";

const CHANGED = 409;

/** The receipts that would be planned, what is left out and why; applied exactly as shown. */
export function BulkPreview({
  selection,
  onDone,
  onClose,
}: {
  selection: Selection;
  onDone: () => void;
  onClose: () => void;
}) {
  const { data, error, refetch, isFetching } = useQuery(receiptPreviewQuery(selection));
  const home = useFormatPreferences().currency;
  const [hasChanged, setHasChanged] = useState(false);
  const plan = usePlanReceipts(onDone);
  const refusal = plan.error && !hasChanged ? plan.error.message : undefined;

  function apply(token: string) {
    setHasChanged(false);
    plan.mutate(
      { token, selection },
      {
        onError: (reason) => {
          if (!(reason instanceof ApiError) || reason.status !== CHANGED) return;
          setHasChanged(true);
          void refetch();
        },
      },
    );
  }

  if (!data) {
    if (!error) return <Skeleton className="h-72" />;
    return (
      <ErrorState
        headingLevel="h3"
        title="Couldn't prepare the preview"
        description={error.message}
        error={error}
        onRetry={() => refetch()}
      />
    );
  }
  return (
    <div className="grid min-w-0 gap-4">
      {hasChanged && (
        <Notice>These lines have changed. Check the new preview before you record it.</Notice>
      )}
      <div className="text-sm">
        <p className="font-medium tabular-nums">{sumSentence(data.sums, home)}</p>
        <p className="text-muted-foreground">{countSentence(data)}</p>
      </div>
      {data.obstacle !== "" && (
        <Notice>
          {data.obstacle} <TextLink href="/settings#receipts">Go to Settings</TextLink>
        </Notice>
      )}
      {data.rows.length > 0 && <PreviewRows rows={data.rows} />}
      {data.left_out.length > 0 && <LeftOut lines={data.left_out} />}
      {refusal !== undefined && (
        <p role="alert" className="text-sm text-destructive">
          {refusal}
        </p>
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={data.count === 0 || data.obstacle !== "" || isFetching}
          loading={plan.isPending}
          onClick={() => apply(data.token)}
        >
          {data.count === 1 ? "Record 1 receipt" : `Record ${data.count} receipts`}
        </Button>
      </DialogFooter>
    </div>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2 rounded-md border p-3 text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
      <span>{children}</span>
    </p>
  );
}
