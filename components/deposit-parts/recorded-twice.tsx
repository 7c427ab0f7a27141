import { TriangleAlert } from "lucide-react";
import { Fragment } from "react";
import { useLedger } from "@/components/session/companies";
import { ExternalLink } from "@/components/ui/external-link";
import type { MatchView } from "@/lib/contracts/match-views";
import { kindName } from "./kind-name";

type Twice = MatchView["recorded_twice"][number];

/** Payments that record one charge, each with its page in the books, and what to do about it. */
export function RecordedTwice({ twice }: { twice: Twice[] }) {
  const ledger = useLedger();
  return twice.map(({ text, payments }) => {
    const spare = payments.filter(({ matched }) => !matched).map(({ number }) => number);
    // Some books show no numbers: there, the kinds of those with a page are named.
    const areNumbered = payments.every(({ number }) => number !== "");
    const named = payments.filter((each) => areNumbered || each.quickbooks_url !== "");
    return (
      <p key={`${text} ${spare}`} className="mb-2 flex gap-2 text-sm">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
        <span>
          {text}
          {named.map(({ kind, number, quickbooks_url }, index) => (
            <Fragment key={quickbooks_url}>
              {index === 0 ? ": " : joint(index, named.length)}
              <ExternalLink href={quickbooks_url}>
                {number || kindName(ledger, kind).toLowerCase()}
              </ExternalLink>
            </Fragment>
          ))}
          . If it was paid once, delete {areNumbered ? listed(spare) : "what is too much"} in{" "}
          {ledger.name}.
        </span>
      </p>
    );
  });
}

/** "536 and 537", "536, 537 and 538". */
function listed(numbers: readonly string[]): string {
  return numbers.map((each, index) => joint(index, numbers.length) + each).join("");
}

function joint(index: number, count: number): string {
  if (index === 0) return "";
  return index === count - 1 ? " and " : ", ";
}
