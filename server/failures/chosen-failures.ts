import type { BodyOf } from "@/lib/contracts/endpoint";
import type { retryFailures } from "@/lib/contracts/failures";
import type { CompanyContext } from "@/server/context";
import { NotFoundError } from "@/server/errors";
import type { FoundFailure } from "./found-failure";
import { findFailures } from "./list-failures";

/** The failure that was named, or all. @throws NotFoundError when the named one is not there (any more). */
export async function chosenFailures(
  ctx: CompanyContext,
  { failure_id: wanted }: BodyOf<typeof retryFailures>,
): Promise<FoundFailure[]> {
  const found = await findFailures(ctx);
  if (wanted === undefined) return found;
  const named = found.filter(({ key }) => key === wanted);
  if (named.length === 0) {
    throw new NotFoundError("This is mended already, was dismissed, or never failed.");
  }
  return named;
}
