import { COMPANY_HEADER } from "@/lib/contracts/values/company-header";
import { RequestError } from "@/server/http/problem";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The company that a request names; null without one.
 * @throws RequestError 400 when it is no id.
 */
export function companyOf(request: Request): string | null {
  const given = request.headers.get(COMPANY_HEADER)?.trim().toLowerCase();
  if (!given) return null;
  if (UUID.test(given)) return given;
  throw new RequestError(400, "invalid_company", `${COMPANY_HEADER} must be the id of a company`);
}
