import { Copy } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { Column } from "@/components/data-table/column-shape";
import { DataTable } from "@/components/data-table/data-table";
import { accountName } from "@/components/deposit-parts/kind-name";
import { StatusBadge } from "@/components/deposit-parts/status-badge";
import { SourceAccount } from "@/components/deposits/source-account";
import { useSeveralAccounts } from "@/components/deposits/use-several-accounts";
import { EmptyState } from "@/components/feedback/empty-state";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Card, CardAction, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { copyText } from "@/components/ui/copy-text";
import { DateText } from "@/components/ui/date-text";
import { ExternalLink } from "@/components/ui/external-link";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import { LineAmount } from "./line-amount";

export function DepositInformation({ detail }: { detail: DepositDetail }) {
  const { deposit, bank_name, quickbooks_url } = detail;
  const ledger = useLedger();
  const several = useSeveralAccounts();
  return (
    <Card className="gap-2 py-4">
      <CardHeader>
        <CardTitle className="text-sm">Deposit Information</CardTitle>
        <CardAction>
          <StatusBadge status={deposit.status} />
        </CardAction>
      </CardHeader>
      <CardContent>
        <Tabs defaultValue="overview" className="gap-3">
          <TabsList className="print:hidden">
            <TabsTrigger value="overview">Overview</TabsTrigger>
            <TabsTrigger value="lines">Deposit Lines</TabsTrigger>
          </TabsList>
          <TabsContent value="overview">
            <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 max-sm:flex-col max-sm:items-stretch">
              <dl className="grid min-w-0 flex-1 grid-cols-2 gap-x-8 gap-y-3 text-sm sm:grid-cols-3 lg:flex lg:flex-wrap">
                <Fact term="Date">
                  <DateText date={deposit.txn_date} />
                </Fact>
                <Fact term="Total Amount">
                  <Amount value={deposit.total_amt} currency={deposit.currency} />
                </Fact>
                <Fact term="Account">{accountName(deposit)}</Fact>
                <Fact term="Bank">{bank_name || "N/A"}</Fact>
                <Fact term={ledger.record.term}>
                  {ledger.record.of(deposit.quickbook_id) || "Not synced"}
                </Fact>
                <Fact term="Payout">
                  {deposit.source}
                  <SourceAccount deposit={deposit} several={several} />{" "}
                  <ProviderId id={deposit.source_id} />
                </Fact>
              </dl>
              {quickbooks_url !== "" && (
                <ExternalLink
                  href={quickbooks_url}
                  rel="noopener noreferrer"
                  className="text-sm print:hidden"
                >
                  {ledger.opens(deposit.quickbook_id)}
                </ExternalLink>
              )}
            </div>
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

const SHOWN_ENDS = 6;

/** "po_1Rh…p81Cu7": the middle of a long id says nothing; the whole of it is copied, and printed. */
function ProviderId({ id }: { id: string }) {
  if (id.length <= 2 * SHOWN_ENDS + 1) return <span className="break-all">{id}</span>;
  return (
    <span className="whitespace-nowrap print:whitespace-normal">
      <span aria-hidden="true" title={id} className="print:hidden">
        {id.slice(0, SHOWN_ENDS)}…{id.slice(-SHOWN_ENDS)}
      </span>
      <span className="sr-only break-all print:not-sr-only">{id}</span>
      <Button
        variant="ghost"
        size="icon"
        className="-my-1 ml-1 size-6 align-middle print:hidden"
        aria-label="Copy the payout's ID"
        onClick={() => copyText(id)}
      >
        <Copy aria-hidden="true" className="size-3.5" />
      </Button>
    </span>
  );
}

type Detail = DepositDetail["deposit"];
type Line = Detail["lines"][number];

const SHOWN_AT_FIRST = 100;

/** A line is proposed also while its deposit, which doesn't add up yet, is pending: "Suggested" is the deposit's word. */
const LINE_STATUS_WORDS: Partial<Record<Line["status"], string>> = { suggested: "Proposed" };

const idOf = ({ id }: Line) => String(id);

/** What is inside a deposit, as the processor reports it; amounts are gross, in the deposit's currency. */
function LineTable({ deposit }: Pick<DepositDetail, "deposit">) {
  const [all, setAll] = useState(false);
  const columns = useMemo(() => lineColumns(deposit.currency), [deposit.currency]);
  const lines = all ? deposit.lines : deposit.lines.slice(0, SHOWN_AT_FIRST);
  const hidden = deposit.lines.length - lines.length;
  return (
    <div className="-mx-4 sm:-mx-6">
      <DataTable
        label="Deposit lines"
        columns={columns}
        data={lines}
        getRowId={idOf}
        empty={
          <EmptyState
            title="No deposit lines"
            description="The processor doesn't list what's in this payout, so we match its total."
          />
        }
      />
      {hidden > 0 && (
        <div className="border-t px-4 pt-4 sm:px-6">
          <Button variant="outline" size="sm" onClick={() => setAll(true)}>
            Show {hidden} more lines
          </Button>
        </div>
      )}
    </div>
  );
}

function lineColumns(currency: string): Column<Line>[] {
  return [
    {
      ...{ id: "description", header: "Description", meta: { narrow: "title" } },
      cell: ({ description }) => <LongText text={description} />,
    },
    { ...{ id: "plateform", header: "Platform" }, cell: ({ plateform }) => plateform },
    {
      ...{ id: "entity", header: "Entity", meta: { narrow: "subtitle" } },
      cell: ({ entity }) => <LongText text={entity} />,
    },
    {
      ...{ id: "amount", header: "Amount", meta: { align: "right", narrow: "value" } },
      cell: (line) => <LineAmount line={line} currency={currency} />,
    },
    {
      ...{ id: "status", header: "Status", meta: { narrow: "note" } },
      cell: ({ status }) => <StatusBadge status={status} label={LINE_STATUS_WORDS[status]} />,
    },
  ];
}

function LongText({ text }: { text: string }) {
  return <span className="block break-words md:max-w-72">{text || "N/A"}</span>;
}
