import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/feedback/error-state";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { ruleUsesQuery } from "@/components/settings/rules/queries";
import { TouchedLine } from "@/components/settings/rules/touched-line";
import { ScrollArea } from "@/components/ui/scroll-area";
import { Skeleton } from "@/components/ui/skeleton";
import type { RuleView } from "@/lib/contracts/rules";

/** The lines that a rule has decided about. */
export function RuleUses({ rule, onClose }: { rule: RuleView; onClose: () => void }) {
  const { data, error, refetch } = useQuery(ruleUsesQuery(rule.id));
  return (
    <TaskDialog title="What the rule did" description={rule.text} onClose={onClose}>
      {data && (
        <ScrollArea className="max-h-96">
          <ul aria-label="Lines" className="divide-y border-y">
            {data.uses.map((use) => (
              <TouchedLine key={use.line_id} line={use} note={use.text} />
            ))}
          </ul>
        </ScrollArea>
      )}
      {!data && error && (
        <ErrorState
          headingLevel="h3"
          title="Couldn't load the lines"
          error={error}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-24" />}
    </TaskDialog>
  );
}
