import { Keyboard } from "lucide-react";
import { type ComponentProps, useEffect } from "react";
import type LineHelpDialog from "@/components/deposits/lines/line-help-dialog";
import { Button } from "@/components/ui/button";
import { useOnDemand } from "@/components/ui/use-on-demand";

const loadDialog = () => import("@/components/deposits/lines/line-help-dialog");

/** The keys of a deposit, behind a button and "?". */
export function LineHelp({ open, onOpenChange }: ComponentProps<typeof LineHelpDialog>) {
  const { Part: Dialog, show, preload } = useOnDemand(loadDialog);
  useEffect(() => {
    if (open) show();
  }, [open, show]);
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Keyboard shortcuts"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => onOpenChange(true)}
        {...preload}
      >
        <Keyboard aria-hidden="true" />
      </Button>
      {Dialog && <Dialog open={open} onOpenChange={onOpenChange} />}
    </>
  );
}
