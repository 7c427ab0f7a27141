/** The audited pages, and whether they need a session. */
export const PAGES = [
  { name: "landing", path: "/", signedIn: false },
  { name: "login", path: "/login", signedIn: false },
  { name: "dashboard", path: "/dashboard", signedIn: true },
  { name: "transactions", path: "/transactions", signedIn: true },
] as const;

export type MeasuredPage = (typeof PAGES)[number];
