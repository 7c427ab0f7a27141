import { Skeleton } from "@/components/ui/skeleton";

/** The room that the panel takes while it loads. */
export function ManualMatchRoom() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Skeleton className="h-92" />
      <Skeleton className="h-92" />
      <Skeleton className="h-20 md:col-span-2" />
    </div>
  );
}
