import { useQuery } from "@tanstack/react-query";
import { createColumnHelper } from "@tanstack/react-table";
import Link from "next/link";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyState } from "@/components/feedback/empty-state";
import { integrationsQuery } from "@/components/integrations/queries";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { ExternalLink } from "@/components/ui/external-link";
import { TextLink } from "@/components/ui/text-link";
import { LEDGER_PAYMENT_NAMES } from "@/lib/constants/payments";
import { UNMATCHED_DAYS } from "@/lib/constants/unmatched-payments";
import type { UnmatchedPayment } from "@/lib/contracts/unmatched-payments";
import { describeProvider, LEDGER } from "@/lib/providers/list";
import { CAUSES } from "./causes";
import { unmatchedColumnShapes as shapes } from "./column-shapes";

/** One page of the list. */
export default function UnmatchedRows({ payments }: { payments: UnmatchedPayment[] }) {
  return (
    <DataTable
      label="Payments in Undeposited Funds"
      columns={unmatchedColumns}
      data={payments}
      getRowId={({ kind, Id }) => `${kind} ${Id}`}
      empty={<NothingLingers />}
    />
  );
}

const { wire } = describeProvider(LEDGER);

/** No payment waits too long; or none is known, because no books are connected. */
function NothingLingers() {
  const { data } = useQuery(integrationsQuery);
  const isConnected = data?.integrations.some(({ integration_type }) => integration_type === wire);
  if (data && !isConnected) {
    return (
      <EmptyState
        title="QuickBooks isn't connected"
        description="Connect it to see which payments are left in Undeposited Funds, and why."
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
      description={`No payment has been in Undeposited Funds for more than ${UNMATCHED_DAYS} days.`}
    />
  );
}

const column = createColumnHelper<UnmatchedPayment>();

const unmatchedColumns = [
  column.accessor("CustomerName", {
    ...shapes.customer,
    cell: ({ row: { original } }) => (
      <span className="block min-w-0">
        <span className="block break-words">{original.CustomerName || "No customer"}</span>
        <span className="block text-caption font-normal">
          <ExternalLink href={original.quickbooks_url}>
            {LEDGER_PAYMENT_NAMES[original.kind]} {original.number}
          </ExternalLink>
        </span>
      </span>
    ),
  }),
  column.accessor("days", {
    ...shapes.waiting,
    cell: ({ row: { original } }) => (
      <span className="block text-right whitespace-nowrap md:text-left">
        <span className="text-caption md:text-sm">{original.days} days</span>
        <DateText date={original.TxnDate} className="block text-caption text-muted-foreground" />
      </span>
    ),
  }),
  column.accessor("cause", {
    ...shapes.cause,
    cell: ({ row: { original } }) => <Cause payment={original} />,
  }),
  column.accessor("TotalAmt", {
    ...shapes.amount,
    cell: ({ row: { original } }) => (
      <Amount value={original.TotalAmt} currency={original.currency} />
    ),
  }),
];

function Cause({ payment: { cause, text, links } }: { payment: UnmatchedPayment }) {
  const { label, variant } = CAUSES[cause];
  return (
    <span className="grid gap-1 py-1 whitespace-normal">
      <Badge variant={variant}>{label}</Badge>
      <span className="text-pretty">
        {text}
        {links.map(({ label, url }, index) => (
          <span key={url}>
            {index === 0 ? ": " : " and "}
            {url.startsWith("/") ? (
              <TextLink href={url} prefetch={false}>
                {label}
              </TextLink>
            ) : (
              <ExternalLink href={url}>{label}</ExternalLink>
            )}
          </span>
        ))}
      </span>
    </span>
  );
}
