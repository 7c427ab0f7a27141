import { type ComponentProps, useEffect } from "react";
import { useOnDemand } from "@/components/feedback/use-on-demand";
import { ReviewHelpButton } from "@/components/matching/review-help-button";
import type ReviewHelpDialog from "@/components/matching/review-help-dialog";

const loadDialog = () => import("@/components/matching/review-help-dialog");

/** The keys of the review, behind a button and "?". */
export function ReviewHelp(props: ComponentProps<typeof ReviewHelpDialog>) {
  const { open, onOpenChange } = props;
  const { Part: Dialog, want, reach } = useOnDemand(loadDialog);
  useEffect(() => {
    if (open) want();
  }, [open, want]);
  return Dialog ? (
    <Dialog {...props} />
  ) : (
    <ReviewHelpButton
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={() => (open ? want() : onOpenChange(true))}
      {...reach}
    />
  );
}
