import { Download } from "lucide-react";
import type { DepositFilter } from "@/components/deposits/filter";
import { useExport } from "@/components/deposits/use-export";
import { Button } from "@/components/ui/button";

export function ExportButton({
  filter,
  total,
}: {
  filter: DepositFilter;
  /** How many the filter lets through; undefined until it is known. */
  total: number | undefined;
}) {
  const save = useExport();
  return (
    <Button
      variant="outline"
      size="sm"
      disabled={!total}
      loading={save.isPending}
      onClick={() => save.mutate(filter)}
    >
      {!save.isPending && <Download aria-hidden="true" />}
      Export CSV
    </Button>
  );
}
