import { Skeleton } from "@/components/ui/skeleton";

/** The shape of the rows that come. */
export function LoadingRows() {
  return (
    <div aria-hidden="true" className="divide-y">
      {["a", "b", "c", "d", "e", "f"].map((row) => (
        <div key={row} className="flex h-14 items-center gap-3 pr-4 pl-3">
          <Skeleton className="size-4.5" />
          <div className="grid flex-1 gap-1.5">
            <Skeleton className="h-4 w-40 max-w-full" />
            <Skeleton className="h-3 w-28" />
          </div>
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}
