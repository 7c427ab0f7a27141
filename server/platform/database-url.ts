export const DATABASE_PROTOCOLS = ["postgres:", "postgresql:"];

/** Whether this is an address of PostgreSQL whose password is written as it has to be in one. */
export function isDatabaseUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(value);
  if (!DATABASE_PROTOCOLS.includes(protocol)) return false;
  // Of the password "12/b", 12 would be a port and b the database: the @ that ends it then comes after the host.
  if (`${pathname}${search}${hash}`.includes("@")) return false;
  return [username, password, pathname].every(isPercentEncoded);
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
