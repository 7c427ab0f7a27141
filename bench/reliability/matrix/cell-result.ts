import type { ProviderCall } from "./calls";
import type { Trouble } from "./troubles";

/** What a user had to do because of a fault. Empty when the product recovered by itself. */
export type Deed = "asked again" | "synced again" | "retried the posting" | "reconnected";

export interface Cell {
  call: ProviderCall;
  trouble: Trouble;
  times: number;
}

export interface Result extends Cell {
  same: boolean;
  fired: number;
  deeds: Deed[];
  /** What went wrong, if anything. */
  problem?: string;
}

/** A fault that never happened proves nothing. */
export const isGood = ({ same, fired }: Result): boolean => same && fired > 0;
