import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { DetailLine } from "./entries";

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
