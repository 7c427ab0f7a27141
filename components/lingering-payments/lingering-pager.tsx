import { PageButtons } from "@/components/ui/page-buttons";
import type { LingeringPayments } from "@/lib/contracts/lingering-payments";

/** The way through the pages of the list. */
export function LingeringPager({
  list: { page, page_size, total },
  onPage,
}: {
  list: Pick<LingeringPayments, "page" | "page_size" | "total">;
  onPage: (page: number) => void;
}) {
  const pages = Math.ceil(total / page_size);
  return (
    <>
      <p role="status" className="text-caption text-muted-foreground tabular-nums">
        Page {page} of {pages}
      </p>
      <div className="flex gap-2">
        <PageButtons {...{ page, pages, onPage }} />
      </div>
    </>
  );
}
