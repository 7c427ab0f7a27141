import type { BodyOf } from "@/lib/contracts/endpoint";
import type { retryFailures } from "@/lib/contracts/failures";
import type { CompanyContext } from "@/server/platform/context";
import { NotFoundError } from "@/server/platform/errors";
import { type FoundFailure, findFailures } from "../failures";

/** The named failure, or all. @throws NotFoundError when the named one no longer exists. */
export async function chosenFailures(
  ctx: CompanyContext,
  { failure_id: wanted }: BodyOf<typeof retryFailures>,
): Promise<FoundFailure[]> {
  const found = await findFailures(ctx);
  if (wanted === undefined) return found;
  const named = found.filter(({ key }) => key === wanted);
  if (named.length === 0) {
    throw new NotFoundError("This was already fixed or dismissed.");
  }
  return named;
}
