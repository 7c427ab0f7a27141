import type { ReactNode } from "react";
import { accountName } from "@/components/deposits/account-name";
import { LineTable } from "@/components/deposits/line-table";
import { Amount } from "@/components/ui/amount";
import { Card, CardAction, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { DateText } from "@/components/ui/date-text";
import { StatusBadge } from "@/components/ui/status-badge";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { DepositDetail } from "@/lib/contracts/deposits";

export function DepositInformation({
  deposit,
  bankName,
}: {
  deposit: DepositDetail["deposit"];
  bankName: string;
}) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Deposit Information</CardTitle>
        <CardAction>
          <StatusBadge status={deposit.status} />
        </CardAction>
      </CardHeader>
      <CardContent>
        <Tabs defaultValue="overview">
          <TabsList>
            <TabsTrigger value="overview">Overview</TabsTrigger>
            <TabsTrigger value="lines">Deposit Lines</TabsTrigger>
          </TabsList>
          <TabsContent value="overview">
            <dl className="grid gap-x-8 gap-y-4 pt-2 sm:grid-cols-2">
              <Fact term="Date">
                <DateText date={deposit.txn_date} />
              </Fact>
              <Fact term="Total Amount">
                <Amount value={deposit.total_amt} currency={deposit.currency} />
              </Fact>
              <Fact term="Account">{accountName(deposit)}</Fact>
              <Fact term="Bank">{bankName || "N/A"}</Fact>
              <Fact term="QuickBooks ID">{deposit.quickbook_id || "Not synced"}</Fact>
            </dl>
          </TabsContent>
          <TabsContent value="lines">
            <LineTable deposit={deposit} />
          </TabsContent>
        </Tabs>
      </CardContent>
    </Card>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-caption text-muted-foreground">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
