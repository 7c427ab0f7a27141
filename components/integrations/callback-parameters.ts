/** What a provider's redirect has to bring along, by name; null when any of it is missing or empty. */
export function readParameters<Name extends string>(
  params: URLSearchParams,
  names: readonly Name[],
): Record<Name, string> | null {
  const found = names.map((name) => [name, params.get(name) ?? ""] as const);
  if (found.some(([, value]) => value === "")) return null;
  return Object.fromEntries(found) as Record<Name, string>;
}

/** For the returning user: why the connection can't be completed. */
export function refusalText(params: URLSearchParams, name: string): string | undefined {
  if (params.get("error") === "access_denied") {
    return `Access to ${name} wasn't approved. Nothing changed.`;
  }
  return undefined;
}
