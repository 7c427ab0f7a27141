import type { ReactNode } from "react";
import { Choice } from "@/components/ui/choice";
import { PageButtons } from "@/components/ui/page-buttons";
import type { DepositList } from "@/lib/contracts/deposits";
import { PAGE_SIZES } from "./filter";

/** How many pages a list has; one while it loads. */
export function pagesOf(list: Pick<DepositList, "total" | "page_size"> | undefined): number {
  return list ? Math.max(1, Math.ceil(list.total / list.page_size)) : 1;
}

/** How many there are, and the way through their pages; both buttons rest while there is one page. */
export function Pager({
  list,
  page,
  pageSize,
  onPage,
  onPageSize,
  children,
}: {
  list: DepositList | undefined;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
  /** Shown next to the count. */
  children?: ReactNode;
}) {
  const pages = pagesOf(list);
  return (
    <>
      <div className="grid gap-0.5 max-sm:w-full">
        <p role="status" className="text-caption text-muted-foreground tabular-nums">
          {list ? `Showing ${list.total} deposits` : "\u00a0"}
          {pages > 1 && ` · page ${page} of ${pages}`}
        </p>
        {children}
      </div>
      <div className="flex items-center justify-end gap-2 max-sm:w-full print:hidden">
        <PageSize value={pageSize} onChange={onPageSize} />
        <PageButtons {...{ page, pages, onPage }} />
      </div>
    </>
  );
}

const OPTIONS = PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} per page` }));

function PageSize({ value, onChange }: { value: number; onChange: (size: number) => void }) {
  return (
    <Choice
      aria-label="Deposits per page"
      value={String(value)}
      options={OPTIONS}
      onChange={(size) => onChange(Number(size))}
      className="h-8 text-caption max-sm:mr-auto md:text-caption"
    />
  );
}
