import { ReceiptText } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { latePart } from "@/components/ui/late-part";

const PeriodDialog = latePart(() => import("./period-dialog"));

/** Opens the preview of the receipts that a period's missing lines would get. */
export function PeriodReceipts({ from, to }: { from: string; to: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <ReceiptText aria-hidden="true" />
        Record receipts
      </Button>
      {isOpen && <PeriodDialog from={from} to={to} onDone={close} onClose={close} />}
    </>
  );
}
