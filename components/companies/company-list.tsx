import { CompanyRow } from "@/components/companies/company-row";
import { pageOf } from "@/components/companies/filter";
import { CardContent, CardFooter } from "@/components/ui/card";
import { PageButtons } from "@/components/ui/page-buttons";
import type { CompanyNeeds } from "@/lib/contracts/companies-overview";

/** A page of the companies, and the way through the others. */
export function CompanyList({
  companies,
  page: asked,
  onPage,
}: {
  companies: readonly CompanyNeeds[];
  page: number;
  onPage: (page: number) => void;
}) {
  const { shown, page, pages, from, to } = pageOf(companies, asked);
  return (
    <>
      <CardContent>
        <ul
          aria-label="Companies"
          className="divide-y border-y lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,4fr)_minmax(0,2fr)_auto] lg:gap-x-6"
        >
          {shown.map((company) => (
            <CompanyRow key={company.id} company={company} />
          ))}
        </ul>
      </CardContent>
      {pages > 1 && (
        <CardFooter className="flex-wrap justify-between">
          <p role="status" className="text-caption text-muted-foreground tabular-nums">
            {from} to {to} of {companies.length} companies
          </p>
          <div className="flex gap-2">
            <PageButtons
              {...{ page, pages }}
              onPage={(next) => {
                onPage(next);
                window.scrollTo({ top: 0 });
              }}
            />
          </div>
        </CardFooter>
      )}
    </>
  );
}
