import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useMemo } from "react";
import type { Column } from "@/components/data-table/column-shape";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyState } from "@/components/feedback/empty-state";
import { integrationsQuery } from "@/components/integrations/queries";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { ExternalLink } from "@/components/ui/external-link";
import { TextLink } from "@/components/ui/text-link";
import { UNMATCHED_DAYS } from "@/lib/constants/unmatched-payments";
import type { UnmatchedPayment } from "@/lib/contracts/unmatched-payments";
import { isLedgerWire, type LedgerWords } from "@/lib/ledger-words";
import { CAUSES } from "./causes";
import { unmatchedColumnShapes as shapes } from "./column-shapes";

/** One page of the list. */
export default function UnmatchedRows({ payments }: { payments: UnmatchedPayment[] }) {
  const ledger = useLedger();
  const columns = useMemo(() => unmatchedColumns(ledger), [ledger]);
  return (
    <DataTable
      label={`Payments in ${ledger.waiting}`}
      columns={columns}
      data={payments}
      getRowId={idOf}
      empty={<NothingLingers />}
    />
  );
}

/** No payment waits too long; or none is known, because no books are connected. */
function NothingLingers() {
  const { name, waiting } = useLedger();
  const { data } = useQuery(integrationsQuery);
  const isConnected = data?.integrations.some(({ integration_type }) =>
    isLedgerWire(integration_type),
  );
  if (data && !isConnected) {
    return (
      <EmptyState
        title={`${name} isn't connected`}
        description={`Connect it to see which payments are left in ${waiting}, and why.`}
        action={
          <Button asChild variant="outline">
            <Link href="/integrations">Go to Integrations</Link>
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title="Nothing is left over"
      description={`No payment has been in ${waiting} for more than ${UNMATCHED_DAYS} days.`}
    />
  );
}

const idOf = ({ kind, Id }: UnmatchedPayment) => `${kind} ${Id}`;

const unmatchedColumns = ({ payments }: LedgerWords): Column<UnmatchedPayment>[] => [
  {
    ...shapes.customer,
    cell: ({ CustomerName, quickbooks_url, kind, number, account }) => (
      <span className="block min-w-0">
        <span className="block break-words">{CustomerName || "No customer"}</span>
        <span className="block text-caption font-normal">
          <ExternalLink href={quickbooks_url}>
            {payments[kind]} {number}
          </ExternalLink>
          {account !== "" && <span className="text-muted-foreground"> in {account}</span>}
        </span>
      </span>
    ),
  },
  {
    ...shapes.waiting,
    cell: ({ days, TxnDate }) => (
      <span className="block text-right whitespace-nowrap lg:text-left">
        <span className="text-caption lg:text-sm">{days} days</span>
        <DateText date={TxnDate} className="block text-caption text-muted-foreground" />
      </span>
    ),
  },
  { ...shapes.cause, cell: (payment) => <Cause payment={payment} /> },
  {
    ...shapes.amount,
    cell: ({ TotalAmt, currency }) => <Amount value={TotalAmt} currency={currency} />,
  },
];

function Cause({ payment: { cause, text, links } }: { payment: UnmatchedPayment }) {
  const { label, variant } = CAUSES[cause];
  // Some books show no numbers.
  const named = links.filter((link) => link.label !== "");
  return (
    <span className="grid gap-1 py-1 whitespace-normal">
      <Badge variant={variant}>{label}</Badge>
      <span className="text-pretty">
        {text}
        {named.map(({ label, url }, index) => (
          <span key={`${label} ${url}`}>
            {index === 0 ? ": " : " and "}
            {url.startsWith("/") ? (
              <TextLink href={url}>{label}</TextLink>
            ) : (
              <ExternalLink href={url}>{label}</ExternalLink>
            )}
          </span>
        ))}
      </span>
    </span>
  );
}
