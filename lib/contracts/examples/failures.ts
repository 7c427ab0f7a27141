import type { Examples } from "./example";

const id = "posting:5b1f8c1e-2a7d-4c7e-9a51-0f6d3c2b1a90:1";

export const failureExamples: Examples = {
  failureList: {
    response: {
      failures: [
        {
          id,
          kind: "posting",
          title: "Stripe payout 1,151.74 (Mar 1) couldn't be posted",
          reason:
            "QuickBooks says this period is closed. Reopen it, or change its closing date. Fix it in QuickBooks and retry, or undo the match.",
          code: "6210",
          attempts: 1,
          failed_at: "2026-03-05T11:02:10.000Z",
          link: "/transaction/1042",
        },
      ],
      waiting: 1,
    },
  },
  retryFailures: {
    body: { failure_id: id },
    response: { message: "Retrying…", retried: 1, refused: [] },
  },
  dismissFailures: {
    body: { failure_id: id },
    response: { message: "Dismissed", dismissed: 1 },
  },
};
