"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { CASE_LINES } from "@/components/deposit-parts/case-marks";
import { OpenLines } from "@/components/deposits/lines/open-lines";
import { depositDetailQuery } from "@/components/deposits/queries";
import { ErrorState } from "@/components/feedback/error-state";
import { focusCase } from "@/components/inbox/use-inbox-keys";
import { Skeleton } from "@/components/ui/skeleton";

/** The open lines of a deposit, to be decided in place. */
export default function CaseLines({
  depositId,
  onLeave,
  onHelp,
}: {
  depositId: number;
  onLeave: (step: 1 | -1) => void;
  onHelp: () => void;
}) {
  const { data, error, refetch } = useQuery(depositDetailQuery(depositId));
  const place = useRef<HTMLDivElement>(null);
  const isHere = data !== undefined;
  useEffect(() => {
    // The focus waited for the lines.
    const around = place.current?.closest<HTMLElement>(`[${CASE_LINES}]`);
    if (isHere && around && around === document.activeElement) focusCase(around);
  }, [isHere]);
  if (data) {
    return (
      <div ref={place}>
        <OpenLines
          detail={data}
          onHelp={onHelp}
          onEnd={(direction) => onLeave(direction === "next" ? 1 : -1)}
        />
      </div>
    );
  }
  if (!error) return <Skeleton className="h-40" />;
  return (
    <ErrorState
      headingLevel="h3"
      title="Couldn't load this deposit"
      error={error}
      onRetry={() => refetch()}
      className="py-6"
    />
  );
}
