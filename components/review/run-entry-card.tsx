import { EntryTable } from "@/components/deposit-parts/entry-table";
import { useLedger } from "@/components/session/companies";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import type { RunEntry } from "@/lib/contracts/posting-review";
import { counted } from "@/lib/counted";

const TITLE = "Journal entry of all";

/** What is ready, added up by account: what the books get from one Post all. */
export function RunEntryCard({
  lines,
  count,
}: {
  lines: NonNullable<RunEntry["lines"]>;
  count: number;
}) {
  const ledger = useLedger();
  return (
    <Card className="gap-3">
      <CardHeader>
        <CardTitle>{TITLE}</CardTitle>
        <CardDescription>
          What {ledger.name} gets: {counted(count, "deposit")}, added up by account.
        </CardDescription>
      </CardHeader>
      <CardContent className="px-0 sm:px-0">
        <EntryTable label={TITLE} parts={[{ lines: lines.map(shown) }]} />
      </CardContent>
    </Card>
  );
}

function shown({ count, ...line }: NonNullable<RunEntry["lines"]>[number]) {
  return { ...line, note: count > 1 ? `× ${count}` : "" };
}
