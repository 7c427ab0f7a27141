import type { NameForm } from "./names";

/** Whether a name is a company's. A name without a sign of it may be a person's. */
export function isCompanyName({ hasLegalForm, parsed }: NameForm): boolean {
  return hasLegalForm || parsed.some(({ isOfCompany, hasDigit }) => isOfCompany || hasDigit);
}
