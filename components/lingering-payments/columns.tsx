import { createColumnHelper } from "@tanstack/react-table";
import { CAUSES } from "@/components/lingering-payments/causes";
import { lingeringColumnShapes as shapes } from "@/components/lingering-payments/column-shapes";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { DateText } from "@/components/ui/date-text";
import { ExternalLink } from "@/components/ui/external-link";
import { TextLink } from "@/components/ui/text-link";
import type { LingeringPayment } from "@/lib/contracts/lingering-payments";
import { LEDGER_PAYMENT_NAMES } from "@/lib/contracts/values/payments";

const column = createColumnHelper<LingeringPayment>();

export const lingeringColumns = [
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

function Cause({ payment: { cause, text, links } }: { payment: LingeringPayment }) {
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
