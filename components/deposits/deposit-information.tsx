import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { accountName } from "@/components/books/account-name";
import { StatusBadge } from "@/components/books/status-badge";
import { LineTable } from "@/components/deposits/line-table";
import { SourceAccount } from "@/components/deposits/source-account";
import { useSeveralAccounts } from "@/components/deposits/use-several-accounts";
import { Amount } from "@/components/ui/amount";
import { Card, CardAction, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { DateText } from "@/components/ui/date-text";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { DepositDetail } from "@/lib/contracts/deposits";

export function DepositInformation({ detail }: { detail: DepositDetail }) {
  const { deposit, bank_name, quickbooks_url } = detail;
  const several = useSeveralAccounts();
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
          <TabsList className="print:hidden">
            <TabsTrigger value="overview">Overview</TabsTrigger>
            <TabsTrigger value="lines">Deposit Lines</TabsTrigger>
          </TabsList>
          <TabsContent value="overview">
            <dl className="grid gap-x-8 gap-y-4 pt-2 sm:grid-cols-3">
              <Fact term="Date">
                <DateText date={deposit.txn_date} />
              </Fact>
              <Fact term="Total Amount">
                <Amount value={deposit.total_amt} currency={deposit.currency} />
              </Fact>
              <Fact term="Account">{accountName(deposit)}</Fact>
              <Fact term="Bank">{bank_name || "N/A"}</Fact>
              <Fact term="QuickBooks ID">{deposit.quickbook_id || "Not synced"}</Fact>
              <Fact term="Payout">
                {deposit.source}
                <SourceAccount deposit={deposit} several={several} />{" "}
                <span className="break-all">{deposit.source_id}</span>
              </Fact>
            </dl>
            {quickbooks_url !== "" && (
              <a
                href={quickbooks_url}
                target="_blank"
                rel="noopener noreferrer"
                className="mt-4 inline-flex items-center gap-1.5 rounded-sm text-sm font-medium text-primary underline-offset-4 hover:underline"
              >
                Open in QuickBooks
                <ExternalLink aria-hidden="true" className="size-3.5" />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
            )}
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
      <dd className="font-medium break-words">{children}</dd>
    </div>
  );
}
