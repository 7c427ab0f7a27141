import { SuggestionsSkeleton } from "@/components/suggestions/suggestions-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

/** The shape of the inbox until it is known what is in it. */
export function InboxSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-6 w-48" />
      <div className="grid gap-x-6 gap-y-2 lg:grid-cols-[16rem_minmax(0,1fr)] xl:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="grid content-start gap-2 max-lg:hidden">
          {["a", "b", "c", "d"].map((row) => (
            <Skeleton key={row} className="h-11" />
          ))}
        </div>
        <SuggestionsSkeleton />
      </div>
    </div>
  );
}
