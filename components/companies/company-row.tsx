import { ChevronRight } from "lucide-react";
import { useSwitchCompany } from "@/components/session/use-switch-company";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { needTexts } from "@/lib/company-needs";
import type { CompanyNeeds } from "@/lib/contracts/companies-overview";
import { timeAgo } from "@/lib/time-ago";

/** One company, in the columns of the list; its button opens its work. */
export function CompanyRow({ company }: { company: CompanyNeeds }) {
  const { id, name, open, oldest_open, last_synced_at, connected } = company;
  const switchTo = useSwitchCompany();
  const needs = needTexts(company);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 py-3 lg:col-span-full lg:grid-cols-subgrid">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium break-words">
          <span dir="auto">{name}</span>
        </p>
        <p className="text-caption text-muted-foreground">{syncText(connected, last_synced_at)}</p>
      </div>
      <p className="flex min-w-0 flex-wrap gap-1.5 max-lg:col-span-2 max-lg:row-start-2">
        {needs.map(({ text, isUrgent }) => (
          <Badge key={text} variant={isUrgent ? "warning" : "secondary"}>
            {text}
          </Badge>
        ))}
        {needs.length === 0 && connected > 0 && <Badge variant="success">Nothing to do</Badge>}
      </p>
      <p className="flex min-w-0 flex-wrap gap-x-3 empty:hidden max-lg:col-span-2 max-lg:row-start-3 lg:flex-col lg:items-end lg:text-right">
        {open.map(({ amount, currency }) => (
          <span key={currency}>
            <Amount value={amount} currency={currency} />{" "}
            <span className="text-caption text-muted-foreground">open</span>
          </span>
        ))}
        {oldest_open !== null && (
          <span className="text-caption text-muted-foreground">
            oldest <DateText date={oldest_open} />
          </span>
        )}
      </p>
      <Button
        variant="outline"
        size="sm"
        className="col-start-2 row-start-1 lg:col-start-4"
        aria-label={`Open ${name}`}
        loading={switchTo.isPending}
        onClick={() => switchTo.mutate(id)}
      >
        Open
        <ChevronRight aria-hidden="true" />
      </Button>
    </li>
  );
}

function syncText(connected: number, lastSyncedAt: string | null): string {
  if (connected === 0) return "Not connected";
  return lastSyncedAt === null ? "Not synced yet" : `Synced ${timeAgo(lastSyncedAt, new Date())}`;
}
