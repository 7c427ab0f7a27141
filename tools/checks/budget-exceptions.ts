import type { BudgetException, Budgeted } from "./budget";

/**
 * Tests that may take more processor time than the budget, with a margin for slower machines; also those so close to
 * it that a slower machine would exceed it. The list may only shrink: see budget.test.ts.
 */
export const BUDGET_EXCEPTIONS: Record<Budgeted, BudgetException[]> = {
  integration: [
    {
      test: "tests/integration/log-secrets.test.ts › signing up, connecting and syncing, with failing providers",
      seconds: 6,
      why: "reads the log of a whole first sync, with failures",
    },
    {
      test: "tests/integration/faults.test.ts › a Deposit whose answer was lost is found, not created twice",
      seconds: 8,
      why: "a first sync, posted around faults",
    },
    {
      test: "tests/integration/notification-events.test.ts › a sync creates one notification each for matches and suggestions, and one mail",
      seconds: 7,
      why: "a first sync, four more, and mails",
    },
    {
      test: "tests/integration/audit-trail.test.ts › connections and settings",
      seconds: 9,
      why: "walks every action that leaves an audit row",
    },
    {
      test: "tests/integration/audit-trail.test.ts › deposits",
      seconds: 10,
      why: "walks every action that leaves an audit row",
    },
    {
      test: "tests/integration/crash.test.ts › killed repeatedly during syncs and postings, it reaches the same final state",
      seconds: 8,
      why: "workers are killed during a first sync and its postings",
    },
    {
      test: "tests/integration/quarter-ledger.test.ts › a quarter's books have the balances that a bookkeeper would have, and undo leaves them as they were",
      seconds: 9,
      why: "a quarter of bookings, compared to the cent",
    },
    {
      test: "tests/integration/audit-trail.test.ts › the first review",
      seconds: 6,
      why: "walks every action that leaves an audit row",
    },
    {
      test: "tests/integration/open-invoices-property.test.ts › after any changes the open invoices are those of a whole read (seed 1)",
      seconds: 4,
      why: "forty random changes in QuickBooks",
    },
    {
      test: "tests/integration/undo-automatic-run.test.ts › a run over all deposits of hundreds is undone in batches, and goes on where a lost one stopped",
      seconds: 4,
      why: "hundreds of deposits",
    },
    {
      test: "tests/integration/blocked-together.test.ts › postings that are blocked in the same moment are all counted",
      seconds: 4,
      why: "close to the budget: two or more syncs, matched and posted",
    },
    {
      test: "tests/integration/xero-quarter.test.ts › a quarter's payouts in …",
      seconds: 6,
      why: "a quarter of bookings in Xero, compared to the cent, and undone",
    },
  ],
  "end-to-end": [
    {
      test: "tests/e2e/roles.spec.ts › each role is offered what it may do on the pages with the most to do",
      seconds: 50,
      why: "four roles on five pages",
    },
    {
      test: "tests/e2e/whole-way.spec.ts › from the landing page to a deposit in QuickBooks, with clicks only",
      seconds: 43,
      why: "the whole way of a user, once for each country",
    },
    {
      test: "tests/e2e/accessibility.spec.ts › axe finds no violations on lists, details and dialogs",
      seconds: 39,
      why: "axe on many screens and dialogs",
    },
    {
      test: "tests/e2e/line-choices.spec.ts › a charge is decided in each way, posted as chosen, and undone",
      seconds: 29,
      why: "one walk through every kind of choice",
    },
    {
      test: "tests/e2e/keyboard.spec.ts › the main job works by keyboard alone",
      seconds: 25,
      why: "the main job by keys alone",
    },
    {
      test: "tests/e2e/all-companies.spec.ts › a bookkeeper of a firm with three clients works all three from the overview",
      seconds: 23,
      why: "works the books of three companies",
    },
    {
      test: "tests/e2e/line-choices.spec.ts › in bulk › missing lines get receipts by the defaults of Settings, for a payout and for a period",
      seconds: 22,
      why: "one walk through every kind of choice",
    },
    {
      test: "tests/e2e/undo-post-all.spec.ts › what Post all posted › is in Activity, also for a colleague, who deletes it as one",
      seconds: 21,
      why: "one walk through the whole way of its screen",
    },
    {
      test: "tests/e2e/integrations-accessibility.spec.ts › axe finds no violations on forms, cards and settings",
      seconds: 21,
      why: "axe on many screens and dialogs",
    },
    {
      test: "tests/e2e/line-choices.spec.ts › by keys alone a receipt is recorded, and a line waits",
      seconds: 20,
      why: "one walk through every kind of choice",
    },
    {
      test: "tests/e2e/questions.spec.ts › with links that are dead › a question is asked, answered on its page by a visitor, and the answer is on the line",
      seconds: 20,
      why: "axe and two browsers",
    },
    {
      test: "tests/e2e/line-accounts.spec.ts › a refund that QuickBooks doesn't know asks for its account, or is booked to the one in Settings",
      seconds: 19,
      why: "one walk through the whole way of its screen",
    },
    {
      test: "tests/e2e/transactions.spec.ts › pages can be turned and resized, columns sort, and the way back from a row keeps the filter",
      seconds: 19,
      why: "one walk through the whole way of its screen",
    },
    {
      test: "tests/e2e/close-payouts.spec.ts › the sample's suggestions are right, its ambiguous payout is closed in two presses, and the books are",
      seconds: 19,
      why: "one walk through the whole way of its screen",
    },
    {
      test: "tests/e2e/integrations-settings.spec.ts › with QuickBooks refusing › what isn't saved is said, and kept for a retry; without choices there is the reason",
      seconds: 19,
      why: "one walk through the whole way of its screen",
    },
    {
      test: "tests/e2e/people.spec.ts › a bookkeeper of three owners works for them in two tabs",
      seconds: 18,
      why: "one walk through the whole way of its screen",
    },
    {
      test: "tests/e2e/accessibility.spec.ts › a company at its beginning › axe finds no violations on what is empty, missing or failed",
      seconds: 17,
      why: "axe on many screens and dialogs",
    },
    {
      test: "tests/e2e/line-choices.spec.ts › questions and dialogs pass axe in every look",
      seconds: 17,
      why: "one walk through every kind of choice",
    },
    {
      test: "tests/e2e/suggestions.spec.ts › undone while it is being posted › all are confirmed at once, and undone",
      seconds: 16,
      why: "one walk through the whole way of its screen",
    },
    {
      test: "tests/e2e/people.spec.ts › an owner invites somebody without an account, who joins the company alone",
      seconds: 16,
      why: "one walk through the whole way of its screen",
    },
    {
      test: "tests/e2e/navigation.spec.ts › the top navigation › is on every protected page, and marks the current one",
      seconds: 16,
      why: "one walk through the whole way of its screen",
    },
    {
      test: "tests/e2e/zoom.spec.ts › no main page is cut or scrolls sideways at 200 % zoom, nor does a dialog",
      seconds: 16,
      why: "several pages at three widths",
    },
    {
      test: "tests/e2e/suggestions.spec.ts › a reload is asked about, and what is left goes on after it",
      seconds: 16,
      why: "one walk through the whole way of its screen",
    },
    {
      test: "tests/e2e/security-headers.spec.ts › with a QuickBooks that can't be reached › pages behind the sign-in work under their policy",
      seconds: 16,
      why: "one walk through the whole way of its screen",
    },
    {
      test: "tests/e2e/settings-accessibility.spec.ts › axe finds no violations on the tabs",
      seconds: 15,
      why: "axe on many screens and dialogs",
    },
    {
      test: "tests/e2e/undo-automatic-run.spec.ts › what Auto Match matched by itself › is listed in Activity and undone as one, also after a reload",
      seconds: 15,
      why: "one walk through the whole way of its screen",
    },
    {
      test: "tests/e2e/first-day.spec.ts › the first day › asks for a start date, says what isn't supported, and posts nothing before the review",
      seconds: 14,
      why: "one walk through the whole way of its screen",
    },
    {
      test: "tests/e2e/people.spec.ts › a membership that ends › leaves a page with the companies that are left",
      seconds: 14,
      why: "one walk through the whole way of its screen",
    },
    {
      test: "tests/e2e/live-updates.spec.ts › a failed job appears while the page is open, and is retried or dismissed there",
      seconds: 13,
      why: "one walk through the whole way of its screen",
    },
    {
      test: "tests/e2e/integrations-states.spec.ts › an account deleted in QuickBooks › can't be saved as bank account or expense category",
      seconds: 13,
      why: "one walk through the whole way of its screen",
    },
    {
      test: "tests/e2e/rules.spec.ts › a rule is made, counted, switched on, and decides about what is open",
      seconds: 12,
      why: "one walk through the whole way of its screen",
    },
    {
      test: "tests/e2e/people-accessibility.spec.ts › axe finds no violations in the dialogs of people and API tokens",
      seconds: 12,
      why: "axe on many screens and dialogs",
    },
    {
      test: "tests/e2e/suggestions.spec.ts › reviewed by keyboard alone, with the way back",
      seconds: 12,
      why: "the main job by keys alone",
    },
    {
      test: "tests/e2e/integrations-states.spec.ts › every settings dialog shows that it is loading",
      seconds: 12,
      why: "one walk through the whole way of its screen",
    },
  ],
};
