const SUFFIX = "'s company";

/** The name of a new company, until the books or a user name it. */
export function defaultCompanyName(username: string): string {
  return `${username}${SUFFIX}`;
}

/** Whether the company still has its default name. */
export function isDefaultCompanyName(name: string): boolean {
  return name.endsWith(SUFFIX);
}
