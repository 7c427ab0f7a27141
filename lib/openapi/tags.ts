/** What each group of endpoints is about, by its title in `lib/contracts/registry.ts`. */
export const TAGS: Readonly<Record<string, string>> = {
  "Accounts and sessions":
    "Signing in, second factors, the user's own profile and sessions. For people: API tokens call none of these.",
  "Companies and people":
    "The companies that a user belongs to, their members with roles, invitations, and API tokens for programs.",
  Dashboard: "Figures of a company, and what waits for a decision.",
  "Deposits and matches":
    "Payouts of payment processors (deposits), the payments in the books (of the ledger: QuickBooks or Xero) that explain them (matches), and posting: from import to one Deposit in the books, and back with undo.",
  "Questions to clients": "Mails that ask a client about a line, and the pages that answer them.",
  Payments: "Payments in the books that wait for a deposit.",
  Integrations:
    "Connections to payment processors and accounting software, their syncs, and the choices that posting needs.",
  Settings: "A company's settings, rules for lines without a payment, and the export of its data.",
  Notifications: "Notifications in the product and by mail.",
  Webhooks:
    "URLs that a company's changes are sent to, signed as https://www.standardwebhooks.com describes, and their deliveries.",
  "Progress and failures": "What runs, what changed, and work that failed.",
  System: "Health checks of the installation.",
};
