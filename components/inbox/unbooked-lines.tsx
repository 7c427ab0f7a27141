"use client";

import { useQuery } from "@tanstack/react-query";
import { ACCOUNTS } from "@/components/deposit-parts/case-marks";
import { LineBooking } from "@/components/deposits/line-decisions/line-booking";
import { depositDetailQuery } from "@/components/deposits/queries";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeleton } from "@/components/ui/skeleton";

/** The lines of a suggested deposit that have no account yet: it can be confirmed once they do. */
export default function UnbookedLines({ depositId }: { depositId: number }) {
  const { data, error, refetch } = useQuery(depositDetailQuery(depositId));
  if (error && !data) {
    return (
      <ErrorState
        headingLevel="h4"
        title="Couldn't load what needs an account"
        error={error}
        onRetry={() => refetch()}
        className="py-4"
      />
    );
  }
  if (!data) return <Skeleton className="mb-3 h-16" />;
  const unbooked = data.bookings.filter(({ account }) => account === null);
  return (
    <ul {...{ [ACCOUNTS]: "" }} aria-label="Without an account" className="mb-4 grid gap-4">
      {unbooked.map((booking) => (
        <li key={`${booking.line_id} ${booking.kind}`}>
          <LineBooking deposit={data.deposit} booking={booking} onDone={() => {}} />
        </li>
      ))}
    </ul>
  );
}
