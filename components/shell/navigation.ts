/** The documented top navigation. The key leads there after "g". */
export const NAVIGATION = [
  { href: "/dashboard", key: "d", label: "Dashboard", pages: ["/dashboard"] },
  {
    href: "/transactions",
    key: "t",
    label: "Transactions",
    pages: ["/transactions", "/transaction"],
  },
  { href: "/manual-match", key: "m", label: "Manual Match", pages: ["/manual-match"] },
  {
    href: "/integrations",
    key: "i",
    label: "Integrations",
    pages: ["/integrations", "/quickbooks/callback", "/stripe/callback"],
  },
  { href: "/settings", key: "s", label: "Settings", pages: ["/settings"] },
] as const;

/** Whether `pathname` is one of an entry's pages, or below it. */
export function isCurrent(pages: readonly string[], pathname: string): boolean {
  return pages.some((page) => pathname === page || pathname.startsWith(`${page}/`));
}
