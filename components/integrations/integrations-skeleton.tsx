import { Card, CardContent, CardFooter, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";

/** Holds the place of the summary, the tabs and the cards of the first one. */
export function IntegrationsSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-6">
      <Card>
        <CardContent className="flex min-h-14 items-center gap-10">
          <Spinner className="size-6" aria-label="Loading integrations" />
          <Skeleton className="h-8 w-28" />
          <Skeleton className="h-8 w-28" />
        </CardContent>
      </Card>
      <div className="flex h-10 items-center gap-5 border-b">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-4 w-36" />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {["first", "second", "third"].map((card) => (
          <Card key={card}>
            <CardHeader>
              <Skeleton className="h-5 w-28" />
              <Skeleton className="h-4 w-4/5" />
            </CardHeader>
            <CardFooter>
              <Skeleton className="h-9 w-24" />
            </CardFooter>
          </Card>
        ))}
      </div>
    </div>
  );
}
