import type { DetailLine } from "@/components/deposits/choices/entries";
import type { DepositDetail } from "@/lib/contracts/deposits";

/** What all dialogs about a line are given. */
export interface ChoiceDialogProps {
  deposit: DepositDetail["deposit"];
  /** One, or those that one receipt is over. */
  lines: DetailLine[];
  /** What was chosen for them stays until something else is. */
  replace?: true;
  onDone: () => void;
  onClose: () => void;
}

/** The dialog to open when a choice is changed. */
export type StartingWay = "receipt" | "search";
