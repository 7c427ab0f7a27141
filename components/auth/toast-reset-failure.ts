import { toast } from "@/components/ui/toast";
import { ApiError, NetworkError } from "@/lib/api-errors";

/** Shows the documented text of a failed step; below it, what the user can do if known. */
export function toastResetFailure(text: string, error: unknown): void {
  const advice = adviceOn(error);
  toast.error(text, advice === undefined ? {} : { description: advice });
}

function adviceOn(error: unknown): string | undefined {
  if (error instanceof NetworkError) return error.message;
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === "rate_limited") return error.message;
  // The same words for every reason: they must not reveal whether the address has an account.
  if (error.code === "unusable_input") {
    return "A code works only in the browser in which you asked for it, for 10 minutes and five attempts. Go back for a new one.";
  }
  if (error.code === "forbidden") {
    return "This code has expired, was already used, or was verified in another browser. Request a new one.";
  }
  return undefined;
}
