import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Entry } from "@/components/deposits/choices/entries";
import { lineOptionsQuery } from "@/components/deposits/choices/queries";

/** Looks ahead: what fits the next open line is there when its turn comes. */
export function usePrefetchedOptions(
  depositId: number,
  asked: readonly Entry[],
  unfolded: string | undefined,
): void {
  const client = useQueryClient();
  const place = asked.findIndex(({ key }) => key === unfolded);
  const next = asked[place + 1];
  const lineId = next?.state === "open" ? next.line.id : null;
  useEffect(() => {
    if (lineId !== null) void client.prefetchQuery(lineOptionsQuery(depositId, lineId));
  }, [client, depositId, lineId]);
}
