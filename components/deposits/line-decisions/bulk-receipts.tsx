import { useState } from "react";
import { Button } from "@/components/ui/button";
import { latePart } from "@/components/ui/late-part";
import type { Selection } from "./queries";

const BulkDialog = latePart(() => import("./bulk-dialog"));

/** Records a receipt for each missing line of a payout, after a preview. */
export function BulkReceipts({
  selection,
  label,
  onDone,
}: {
  selection: Selection & { deposit_id: number | string };
  label: string;
  onDone: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <BulkDialog
          selection={selection}
          onClose={close}
          onDone={() => {
            close();
            onDone();
          }}
        />
      )}
    </>
  );
}
