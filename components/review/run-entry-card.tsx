import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";
import type { RunEntry } from "@/lib/contracts/posting-review";
import { counted } from "@/lib/counted";

/** What is ready, added up by account: what the books get from one Post all. */
export function RunEntryCard({
  lines,
  count,
}: {
  lines: NonNullable<RunEntry["lines"]>;
  count: number;
}) {
  const ledger = useLedger();
  const home = useFormatPreferences().currency;
  return (
    <Card className="gap-3">
      <CardHeader>
        <CardTitle>Journal entry of all</CardTitle>
        <CardDescription>
          What {ledger.name} gets: {counted(count, "deposit")}, added up by account.
        </CardDescription>
      </CardHeader>
      <CardContent className="px-0 sm:px-0">
        <Table aria-label="Journal entry of all">
          <TableHeader>
            <TableRow>
              <TableHead>Account</TableHead>
              <TableHead className="text-right">Debit</TableHead>
              <TableHead className="text-right">Credit</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {lines.map(({ account, currency, count: entries, debit, credit }) => (
              <TableRow key={`${currency} ${account}`}>
                <TableCell className="break-words">
                  {account ?? "Not chosen yet"}
                  {currency !== home && ` (${currency})`}
                  {entries > 1 && (
                    <span className="text-caption whitespace-nowrap text-muted-foreground">
                      {" "}
                      × {entries}
                    </span>
                  )}
                </TableCell>
                <Side value={debit} currency={currency} />
                <Side value={credit} currency={currency} />
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </CardContent>
    </Card>
  );
}

function Side({ value, currency }: { value: string; currency: string }) {
  return (
    <TableCell className="text-right whitespace-nowrap tabular-nums">
      {Number(value) !== 0 && <Amount value={value} currency={currency} />}
    </TableCell>
  );
}
