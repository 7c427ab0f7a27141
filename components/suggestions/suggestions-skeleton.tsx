import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** The shape of the suggestions that may come. */
export function SuggestionsSkeleton() {
  return (
    <Card aria-busy="true" aria-label="Loading suggested matches">
      <CardHeader>
        <CardTitle>Suggested Matches</CardTitle>
        <CardDescription>
          Our system suggests these transactions might match. Please review and confirm.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-10">
        {["a", "b"].map((row) => (
          <div key={row} className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_15rem] lg:gap-10">
            <div className="grid content-start gap-3">
              <Skeleton className="h-5 w-64 max-w-full" />
              <Skeleton className="h-20" />
            </div>
            <Skeleton className="h-36" />
          </div>
        ))}
      </CardContent>
    </Card>
  );
}
