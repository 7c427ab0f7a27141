import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/feedback/error-state";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { type RuleOrigin, ruleDraftQuery } from "@/components/settings/rules/queries";
import { RuleEditor } from "@/components/settings/rules/rule-editor";
import type { ReceiptSettings } from "@/lib/contracts/receipts";

/** The editor, prefilled from a line and what was chosen for it. */
export function RuleFromLine({
  origin,
  sources,
  onClose,
}: {
  origin: RuleOrigin;
  sources: ReceiptSettings["sources"];
  onClose: () => void;
}) {
  const { data, error, refetch } = useQuery(ruleDraftQuery(origin));
  if (data) return <RuleEditor rule={null} start={data} sources={sources} onClose={onClose} />;
  if (!error) return null;
  return (
    <TaskDialog title="New rule" description="From a line of a deposit." onClose={onClose}>
      <ErrorState
        headingLevel="h3"
        title="Couldn't read the line"
        description={error.message}
        error={error}
        onRetry={() => refetch()}
      />
    </TaskDialog>
  );
}
