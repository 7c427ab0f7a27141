import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { usePayoutTitle } from "@/components/deposit-parts/payout-title";
import { LINES, NEXT, PREVIOUS } from "@/components/deposits/line-decisions/choice-marks";
import { arrival } from "@/components/deposits/lines/arrival";
import { depositDetailQuery } from "@/components/deposits/queries";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/text-link";
import { call } from "@/lib/api";

/** The way to the neighbours among the payouts to review; the next one is what to do when this one is done. */
export function PayoutSteps({ depositId, isDone }: { depositId: number; isDone: boolean }) {
  const client = useQueryClient();
  const link = useRef<HTMLAnchorElement>(null);
  const title = usePayoutTitle();
  const { data: after } = useQuery(nextDepositQuery(depositId, "next"));
  // The last one is done: those that were left open before it come again.
  const { data: first } = useQuery({
    ...nextDepositQuery(depositId, "next", "done"),
    enabled: isDone && after?.deposit === null,
  });
  const next = isDone && after?.deposit === null ? first : after;
  const { data: previous } = useQuery(nextDepositQuery(depositId, "previous"));
  const nextId = next?.deposit?.id;
  useEffect(() => {
    if (nextId !== undefined) void client.prefetchQuery(depositDetailQuery(nextId));
  }, [client, nextId]);
  // It came after the last line was decided: the focus waited for it on the lines.
  useEffect(() => {
    if (!isDone || nextId === undefined) return;
    if (document.activeElement?.matches(`[${LINES}]`)) link.current?.focus();
  }, [isDone, nextId]);
  return (
    <nav aria-label="Payouts to review" className="flex min-w-0 items-center gap-2">
      {previous?.deposit && (
        <Button asChild variant="outline" size="icon" className="size-8">
          <Link
            {...{ [PREVIOUS]: "" }}
            href={`/transaction/${previous.deposit.id}`}
            aria-label={`Previous: ${title(previous.deposit)}`}
            onClick={() => arrival.announce("previous")}
          >
            <ChevronLeft aria-hidden="true" />
          </Link>
        </Button>
      )}
      {next?.deposit && (
        <Button asChild variant={isDone ? "default" : "outline"} size="sm" className="min-w-0">
          <Link
            ref={link}
            {...{ [NEXT]: "" }}
            href={`/transaction/${next.deposit.id}`}
            aria-label={`Next: ${title(next.deposit)}`}
            onClick={() => arrival.announce("next")}
          >
            <span className="truncate tabular-nums">
              Next<span className="max-md:hidden">: {title(next.deposit)}</span>
            </span>
            <ChevronRight aria-hidden="true" />
          </Link>
        </Button>
      )}
      {next?.deposit === null && isDone && (
        <p className="text-sm text-muted-foreground">
          Nothing left to review. <TextLink href="/dashboard">Dashboard</TextLink>
        </p>
      )}
    </nav>
  );
}

type Direction = "next" | "previous";

/**
 * The neighbour of a deposit among the payouts to review. Asked when its page opens, and kept: once the deposit is
 * decided, it has no place in the queue any more.
 */
function nextDepositQuery(after: number, direction: Direction, when: "opened" | "done" = "opened") {
  return queryOptions({
    queryKey: ["next-deposit", after, direction, when] as const,
    queryFn: ({ signal }) => call("GET /qb/next-deposit/", { query: { after, direction }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
