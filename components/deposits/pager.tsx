import { Button } from "@/components/ui/button";
import type { DepositList } from "@/lib/contracts/deposits";

/** How many there are, and the way through their pages; both buttons rest while there is one page. */
export function Pager({
  list,
  page,
  onPage,
}: {
  list: DepositList | undefined;
  page: number;
  onPage: (page: number) => void;
}) {
  const pages = list ? Math.max(1, Math.ceil(list.total / list.page_size)) : 1;
  return (
    <>
      <p role="status" className="text-caption text-muted-foreground tabular-nums">
        {list ? `Showing ${list.total} deposits` : "Loading transactions..."}
        {pages > 1 && ` · page ${page} of ${pages}`}
      </p>
      <div className="flex gap-2">
        <Button
          variant="outline"
          size="sm"
          disabled={page <= 1}
          onClick={() => onPage(Math.min(page - 1, pages))}
        >
          Previous
        </Button>
        <Button
          variant="outline"
          size="sm"
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
          Next
        </Button>
      </div>
    </>
  );
}
