import { ChevronRight } from "lucide-react";
import { useSwitchCompany } from "@/components/session/use-switch-company";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { needTexts } from "@/lib/company-needs";
import type { CompanyNeeds } from "@/lib/contracts/companies-overview";
import { timeAgo } from "@/lib/time-ago";

/** One company; its button opens its work. */
export function CompanyRow({ company }: { company: CompanyNeeds }) {
  const { id, name, open, oldest_open, last_synced_at, connected } = company;
  const switchTo = useSwitchCompany();
  const needs = needTexts(company);
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="grid min-w-0 gap-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="min-w-0 font-medium break-words">{name}</span>
          {needs.map(({ text, isUrgent }) => (
            <Badge key={text} variant={isUrgent ? "warning" : "secondary"}>
              {text}
            </Badge>
          ))}
          {needs.length === 0 && connected > 0 && <Badge variant="success">Nothing to do</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-caption text-muted-foreground">
          {open.map(({ amount, currency }) => (
            <span key={currency}>
              <Amount value={amount} currency={currency} /> open
            </span>
          ))}
          {oldest_open !== null && (
            <span>
              oldest <DateText date={oldest_open} />
            </span>
          )}
          <span>{syncText(connected, last_synced_at)}</span>
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        className="w-fit"
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
  if (connected === 0) return "not connected";
  return lastSyncedAt === null ? "not synced yet" : `synced ${timeAgo(lastSyncedAt, new Date())}`;
}
