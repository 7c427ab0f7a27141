import { Skeleton } from "@/components/ui/skeleton";
import { WAITING } from "./choice-marks";

/** In the place of what fits a line, while it loads. */
export function WaysToCome() {
  return <Skeleton {...{ [WAITING]: "" }} className="mt-4 h-24" />;
}
