import { Keyboard } from "lucide-react";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import type { ShortcutDialogProps } from "@/components/ui/shortcut-dialog";
import { useOnDemand } from "@/components/ui/use-on-demand";

const loadDialog = () => import("@/components/ui/shortcut-dialog");

/** The keys of a page, behind a button and "?". */
export function ShortcutHelp(props: ShortcutDialogProps) {
  const { open, onOpenChange } = props;
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
      {Dialog && <Dialog {...props} />}
    </>
  );
}
