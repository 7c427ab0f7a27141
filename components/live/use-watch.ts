import { useEffect } from "react";
import { watch } from "@/components/live/liveness";

/** While `isUnderWay`, the page follows the event stream instead of polling. */
export function useWatch(isUnderWay: boolean): void {
  useEffect(() => (isUnderWay ? watch() : undefined), [isUnderWay]);
}
