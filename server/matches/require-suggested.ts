import { ConflictError } from "@/server/errors";
import type { DepositWithLines } from "./engine-input";

/** @throws ConflictError when somebody, or the engine, decided meanwhile. */
export function requireSuggested({ status }: Pick<DepositWithLines, "status">): void {
  if (status !== "suggested") {
    throw new ConflictError("There is no suggestion for this deposit any more. Reload the page.");
  }
}
