/** The documented top navigation. */
export const NAVIGATION = [
  { href: "/dashboard", label: "Dashboard", pages: ["/dashboard"] },
  { href: "/transactions", label: "Transactions", pages: ["/transactions", "/transaction"] },
  { href: "/manual-match", label: "Manual Match", pages: ["/manual-match"] },
  {
    href: "/integrations",
    label: "Integrations",
    pages: ["/integrations", "/quickbooks/callback", "/stripe/callback"],
  },
  { href: "/settings", label: "Settings", pages: ["/settings"] },
] as const;

/** Whether `pathname` is one of an entry's pages, or below it. */
export function isCurrent(pages: readonly string[], pathname: string): boolean {
  return pages.some((page) => pathname === page || pathname.startsWith(`${page}/`));
}
