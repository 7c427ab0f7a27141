import { type ComponentProps, useEffect } from "react";
import { ReviewHelpButton } from "@/components/suggestions/review-help-button";
import type ReviewHelpDialog from "@/components/suggestions/review-help-dialog";
import { useOnDemand } from "@/components/ui/use-on-demand";

const loadDialog = () => import("@/components/suggestions/review-help-dialog");

/** The keys of the review, behind a button and "?". */
export function ReviewHelp(props: ComponentProps<typeof ReviewHelpDialog>) {
  const { open, onOpenChange } = props;
  const { Part: Dialog, show, preload } = useOnDemand(loadDialog);
  useEffect(() => {
    if (open) show();
  }, [open, show]);
  return Dialog ? (
    <Dialog {...props} />
  ) : (
    <ReviewHelpButton
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={() => (open ? show() : onOpenChange(true))}
      {...preload}
    />
  );
}
