import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";

interface ProofFooterProps {
  action: string;
  destructive?: boolean | undefined;
  /** The proof is on its way. */
  loading: boolean;
  onCancel: () => void;
}

/** Cancel, and the button that sends the user's proof of identity. */
export function ProofFooter({ action, destructive, loading, onCancel }: ProofFooterProps) {
  return (
    <DialogFooter>
      <Button variant="outline" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant={destructive ? "destructive" : "default"} loading={loading}>
        {action}
      </Button>
    </DialogFooter>
  );
}
