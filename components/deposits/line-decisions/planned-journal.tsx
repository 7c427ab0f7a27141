import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";

interface PlannedEntry {
  account: string;
  side: "debit" | "credit";
}

/** What a payment or receipt books when it is created: two accounts, one amount. */
export function PlannedJournal({
  title,
  date,
  amount,
  currency,
  debit,
  credit,
}: {
  /** "Sales receipt for Anna Li" */
  title: string;
  /** `YYYY-MM-DD`, or "" while none is chosen. */
  date: string;
  amount: string;
  currency: string;
  debit: string;
  credit: string;
}) {
  const ledger = useLedger();
  const entries: PlannedEntry[] = [
    { account: debit, side: "debit" },
    { account: credit, side: "credit" },
  ];
  return (
    <section aria-label="What will be created" className="rounded-md border">
      <p className="border-b px-3 py-2 text-sm">
        <span className="block font-medium break-words">
          {title}
          {date !== "" && (
            <>
              , <DateText date={date} />
            </>
          )}
        </span>
        <span className="text-caption text-muted-foreground">
          We'll create this in {ledger.name} when the deposit posts.
        </span>
      </p>
      <Table aria-label="Journal entry of the new transaction" className="table-fixed">
        <TableHeader>
          <TableRow>
            <TableHead className="first:pl-3">Account</TableHead>
            <TableHead className="w-24 px-1 text-right sm:w-28">Debit</TableHead>
            <TableHead className="w-24 px-1 text-right last:pr-3 sm:w-28">Credit</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {entries.map(({ account, side }) => (
            <TableRow key={side}>
              <TableCell className="h-9 py-1.5 break-words first:pl-3">{account}</TableCell>
              <TableCell className="h-9 px-1 py-1.5 text-right">
                {side === "debit" && <Amount value={amount} currency={currency} />}
              </TableCell>
              <TableCell className="h-9 px-1 py-1.5 text-right last:pr-3">
                {side === "credit" && <Amount value={amount} currency={currency} />}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}
