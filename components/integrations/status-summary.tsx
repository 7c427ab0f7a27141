import Link from "next/link";
import {
  comingSoon,
  connectedCount,
  type ProviderKind,
  type ProviderView,
  readyOnce,
} from "@/components/integrations/catalog";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";

export function StatusSummary({ views }: { views: ProviderView[] }) {
  const condition = readyOnce(views);
  return (
    <Card>
      <CardContent className="grid grid-cols-2 gap-6 md:grid-cols-[auto_auto_1fr] md:items-center md:gap-10">
        <Count title="Payment Processors" views={views} kind="payment-processors" />
        <Count title="Accounting Software" views={views} kind="accounting" />
        <div className="col-span-2 flex flex-wrap items-center justify-between gap-4 border-t pt-5 md:col-span-1 md:justify-end md:border-t-0 md:pt-0">
          <div className="grid gap-0.5 md:text-right">
            <p className="font-medium">Ready to match deposits</p>
            {condition !== "" && <p className="text-caption text-muted-foreground">{condition}</p>}
          </div>
          <Button asChild variant="outline">
            <Link href="/manual-match">Go to Matcher</Link>
          </Button>
        </div>
      </CardContent>
    </Card>
  );
}

function Count({
  title,
  views,
  kind,
}: {
  title: string;
  views: ProviderView[];
  kind: ProviderKind;
}) {
  const soon = comingSoon(views, kind);
  return (
    <div>
      <p className="text-caption text-muted-foreground">{title}</p>
      <p className="text-3xl font-semibold tabular-nums">
        {connectedCount(views, kind)}{" "}
        <span className="text-sm font-normal text-muted-foreground">connected</span>
      </p>
      {soon !== "" && <p className="text-caption text-muted-foreground">{soon}</p>}
    </div>
  );
}
