import { ConfirmDialog } from "@/components/feedback/confirm-dialog";

export function DiscardDialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDiscard: () => void;
}) {
  const { onDiscard, ...state } = props;
  return (
    <ConfirmDialog
      title="Discard your changes?"
      text="Your changes haven't been saved."
      cancel="Keep editing"
      action="Discard"
      destructive
      onConfirm={onDiscard}
      {...state}
    />
  );
}
