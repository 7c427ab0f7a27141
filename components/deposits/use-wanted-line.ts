import { useSearchParams } from "next/navigation";
import { readRowId } from "@/lib/contracts/values/row-id";

/** `?line=34` comes from a link to a line, which is then shown at once. */
export function useWantedLine(): number | null {
  return readRowId(useSearchParams().get("line"));
}
