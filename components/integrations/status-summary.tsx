import Link from "next/link";
import { connectedCount, type ProviderView } from "@/components/integrations/catalog";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";

export function StatusSummary({ views }: { views: ProviderView[] }) {
  return (
    <Card>
      <CardContent className="grid gap-6 sm:grid-cols-[auto_auto_1fr] sm:items-center sm:gap-10">
        <Count title="Payment Processors" value={connectedCount(views, "payment-processors")} />
        <Count title="Accounting Software" value={connectedCount(views, "accounting")} />
        <div className="flex flex-wrap items-center gap-4 sm:justify-end">
          <p className="text-sm font-medium">Ready to match deposits</p>
          <Button asChild variant="outline">
            <Link href="/manual-match">Go to Matcher</Link>
          </Button>
        </div>
      </CardContent>
    </Card>
  );
}

function Count({ title, value }: { title: string; value: string }) {
  return (
    <div>
      <p className="text-caption text-muted-foreground">{title}</p>
      <p className="text-3xl font-semibold">
        {value} <span className="text-sm font-normal text-muted-foreground">connected</span>
      </p>
    </div>
  );
}
