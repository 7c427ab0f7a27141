import { useSearchParams } from "next/navigation";
import { readRowId } from "@/lib/constants/row-id";

/** `?line=34` comes from where a line is spoken of: it is shown at once. */
export function useWantedLine(): number | null {
  return readRowId(useSearchParams().get("line"));
}
