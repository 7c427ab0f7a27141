import { CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";

/** Where the suggestions were, once the last one is decided: the way back stays within reach. */
export function Reviewed({ undoable, onUndo }: { undoable: boolean; onUndo: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The focus was on the last suggestion and would be lost with it.
    if (undoable && document.activeElement === document.body) button.current?.focus();
  }, [undoable]);
  if (!undoable) return null;
  return (
    <div role="status" className="flex items-center gap-3 text-sm">
      <CircleCheck aria-hidden="true" className="size-4 text-success" />
      You've reviewed every suggestion.
      <Button ref={button} variant="link" className="px-0" onClick={onUndo}>
        Undo the last decision
      </Button>
    </div>
  );
}
