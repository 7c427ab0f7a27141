import type { ProviderCall } from "./calls";
import type { NamedFault } from "./faults";

/** What a user had to do because of a fault. Empty when the product recovered by itself. */
export const USER_ACTIONS = [
  "repeated the action",
  "restarted the sync",
  "retried the posting",
  "reconnected",
] as const;
export type UserAction = (typeof USER_ACTIONS)[number];

export interface Cell {
  call: ProviderCall;
  fault: NamedFault;
  times: number;
}

export interface Result extends Cell {
  same: boolean;
  fired: number;
  actions: UserAction[];
  /** What went wrong, if anything. */
  problem?: string;
}

/** A fault that never happened proves nothing. */
export const isGood = ({ same, fired }: Result): boolean => same && fired > 0;
