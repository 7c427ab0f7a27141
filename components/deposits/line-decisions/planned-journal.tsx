import { EntryTable } from "@/components/deposit-parts/entry-table";
import { useLedger } from "@/components/session/companies";
import { DateText } from "@/components/ui/date-text";

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
      <EntryTable
        label="Journal entry of the new transaction"
        className="table-fixed [&_th:first-child]:w-1/2 [&_:is(td,th):first-child]:pl-3 [&_:is(td,th):last-child]:pr-3"
        parts={[
          {
            lines: [
              { account: debit, debit: amount, credit: "0", currency },
              { account: credit, debit: "0", credit: amount, currency },
            ],
          },
        ]}
      />
    </section>
  );
}
