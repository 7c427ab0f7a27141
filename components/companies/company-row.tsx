import { ChevronRight, Plug } from "lucide-react";
import type { ReactNode } from "react";
import { monthText } from "@/components/companies/month-text";
import { useSwitchCompany } from "@/components/session/use-switch-company";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { countNeeds, isUnconnected, needsAttention, toDecideText } from "@/lib/company-needs";
import { hasRole } from "@/lib/constants/roles";
import type { CompanyNeeds } from "@/lib/contracts/companies-overview";
import { counted } from "@/lib/counted";
import { formatCount } from "@/lib/format";
import { timeAgo } from "@/lib/time-ago";
import { COMPANY, NEEDING } from "./use-company-keys";

/** The columns of a wide screen, above the rows; each cell says what it is to those who can't see them. */
export function CompanyHead() {
  return (
    <div
      aria-hidden="true"
      className="hidden items-end border-b pb-2 text-caption font-medium text-muted-foreground lg:col-span-full lg:grid lg:grid-cols-subgrid"
    >
      <span>Company</span>
      {["To confirm", "To decide", "Can't post", "On its way"].map((title) => (
        <span key={title} className="text-right whitespace-nowrap">
          {title}
        </span>
      ))}
      <span className="whitespace-nowrap">Last posted</span>
      <span>Months</span>
    </div>
  );
}

/** One company, in the columns of the list; its button opens its work. */
export function CompanyRow({ company }: { company: CompanyNeeds }) {
  const { name, suggested, to_decide, not_posted, on_their_way, ending, last_posted_at, months } =
    company;
  const hasMonths = months.some(({ deposits }) => deposits > 0);
  // What isn't connected has neither work nor "Nothing to do".
  const hasFigures = !isUnconnected(company) || countNeeds(company) + on_their_way > 0;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center max-lg:gap-x-4 scroll-mt-40 gap-y-2 py-3 has-focus-visible:bg-muted/50 lg:col-span-full lg:grid-cols-subgrid">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium break-words">
          <span dir="auto">{name}</span>
        </p>
        <p
          className={cn(
            "text-caption",
            isUnconnected(company) ? "font-medium text-warning" : "text-muted-foreground",
          )}
        >
          {syncText(company)}
        </p>
        <Renewals count={ending} className="mt-1 max-lg:hidden" />
      </div>
      <div
        className={cn(
          "flex min-w-0 flex-wrap gap-1.5 max-lg:col-span-2 lg:contents",
          !hasFigures && "max-lg:hidden",
        )}
      >
        <Renewals count={ending} className="lg:hidden" />
        <Figure count={suggested} what="to confirm" />
        <Figure count={to_decide} text={toDecideText(to_decide)} what="to decide" />
        <Figure count={not_posted} what="not posted" isUrgent />
        <Figure count={on_their_way} what="on its way" isQuiet />
        {!needsAttention(company) && (
          <Badge variant="success" className="lg:sr-only">
            Nothing to do
          </Badge>
        )}
      </div>
      <div
        className={cn(
          "flex min-w-0 flex-wrap gap-x-3 text-caption text-muted-foreground max-lg:col-span-2 lg:contents",
          !hasMonths && last_posted_at === null && "max-lg:hidden",
        )}
      >
        <span className="whitespace-nowrap max-lg:has-[>[aria-hidden]]:hidden lg:text-sm">
          {last_posted_at === null ? (
            <Nothing />
          ) : (
            <>
              <span className="lg:sr-only">Posted </span>
              {timeAgo(last_posted_at, new Date())}
            </>
          )}
        </span>
        <span className="flex flex-wrap gap-x-3 max-lg:has-[>[aria-hidden]]:hidden lg:grid lg:text-sm">
          {hasMonths ? (
            months.map((month) => (
              <span
                key={month.first_day}
                className={cn(
                  "whitespace-nowrap tabular-nums",
                  month.open > 0 && "text-foreground",
                )}
              >
                {monthText(month)}
              </span>
            ))
          ) : (
            <Nothing />
          )}
        </span>
      </div>
      <OpenButton company={company} />
    </li>
  );
}

/** Beside the company's name on a wide screen, before its figures on a narrow one. */
function Renewals({ count, className }: { count: number; className: string }): ReactNode {
  if (count === 0) return null;
  return (
    <Badge variant="warning" className={className}>
      {counted(count, "connection")} to renew
    </Badge>
  );
}

/** A count: a badge with its words on a narrow screen, a number of its column on a wide one. */
function Figure({
  count,
  text = formatCount(count),
  what,
  isUrgent = false,
  isQuiet = false,
}: {
  count: number;
  text?: string;
  what: string;
  isUrgent?: boolean;
  isQuiet?: boolean;
}) {
  if (count === 0) return <Nothing className="text-right" />;
  return (
    <Badge
      variant={isUrgent ? "warning" : isQuiet ? "outline" : "secondary"}
      className={cn(
        "tabular-nums lg:justify-self-end lg:text-sm",
        !isUrgent && "lg:border-0 lg:bg-transparent lg:px-0",
        isQuiet && "text-muted-foreground",
      )}
    >
      <span>
        {text}
        <span className="lg:sr-only"> {what}</span>
      </span>
    </Badge>
  );
}

/** An empty cell; a narrow screen has no place to keep. */
function Nothing({ className }: { className?: string }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={cn("text-sm text-muted-foreground max-lg:hidden", className)}
    >
      –
    </span>
  );
}

/** What is not connected is opened where that is done, by those who may. */
function OpenButton({ company }: { company: CompanyNeeds }) {
  const { id, name, role } = company;
  const connects = isUnconnected(company) && hasRole(role, "admin");
  const switchTo = useSwitchCompany(connects ? "/integrations" : undefined);
  const marks = { [COMPANY]: "", ...(needsAttention(company) && { [NEEDING]: "" }) };
  return (
    <Button
      variant="outline"
      size="sm"
      className="max-lg:col-start-2 max-lg:row-start-1 max-lg:self-start lg:justify-self-end"
      aria-label={`${connects ? "Connect" : "Open"} ${name}`}
      loading={switchTo.isPending}
      onClick={() => switchTo.mutate(id)}
      {...marks}
    >
      {connects ? (
        <>
          <Plug aria-hidden="true" />
          Connect
        </>
      ) : (
        <>
          Open
          <ChevronRight aria-hidden="true" />
        </>
      )}
    </Button>
  );
}

function syncText({ connected, ending, last_synced_at }: CompanyNeeds): string {
  if (isUnconnected({ connected, ending })) return "Not connected";
  return last_synced_at === null
    ? "Not synced yet"
    : `Synced ${timeAgo(last_synced_at, new Date())}`;
}
