import type { DepositWithLines } from "@/server/deposits/deposit-with-lines";
import { ConflictError } from "@/server/platform/errors";

/** @throws ConflictError when a user or the engine has already decided. */
export function requireSuggested({ status }: Pick<DepositWithLines, "status">): void {
  if (status !== "suggested") {
    throw new ConflictError("This deposit no longer has a suggestion. Reload the page.");
  }
}
