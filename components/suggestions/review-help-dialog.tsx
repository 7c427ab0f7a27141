import { ReviewHelpButton } from "@/components/suggestions/review-help-button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";

const KEYS = [
  ["j", "Next suggestion"],
  ["k", "Previous suggestion"],
  ["Enter", "Confirm the match"],
  ["x", "Dismiss it"],
  ["z", "Undo the last decision"],
  ["?", "Show shortcuts"],
] as const;

/** Loaded when it is first opened. */
export default function ReviewHelpDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTrigger asChild>
        <ReviewHelpButton />
      </DialogTrigger>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Keyboard shortcuts</DialogTitle>
          <DialogDescription>Available while a suggestion is selected.</DialogDescription>
        </DialogHeader>
        <dl className="grid grid-cols-[4rem_1fr] gap-y-2 text-sm">
          {KEYS.map(([key, meaning]) => (
            <div key={key} className="contents">
              <dt>
                <Kbd>{key}</Kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  );
}
