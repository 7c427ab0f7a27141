import type { ReactNode } from "react";
import { TextLink } from "@/components/ui/text-link";

interface Answer {
  question: string;
  text: ReactNode;
}

/** Help's questions by their anchor, in the order of the page. A panel shows one of them beside its doubt. */
export const ANSWERS = {
  "not-posted": {
    question: "Why isn't anything posted yet?",
    text: (
      <p>
        Nothing posts until you approve it. Look through{" "}
        <TextLink href="/dashboard/review">Review</TextLink>, then press Post. From then on you can
        have new matches posted automatically, in Settings. Deposits that need something else say
        there what it is.
      </p>
    ),
  },
  likely: {
    question: "What do Certain, Likely and Unsure mean?",
    text: (
      <>
        <p>
          Certain: the amounts agree to the cent and more evidence points to these payments than
          could be chance. Auto Match decides these alone.
        </p>
        <p>
          Likely: probably right, but something is open: an estimated fee, a name that differs, a
          second payment of the same amount. Unsure: one of several that fit. You decide both. The
          small phrases under a pair are the evidence; those with a warning sign speak against it.
        </p>
      </>
    ),
  },
  difference: {
    question: "What is the difference?",
    text: (
      <p>
        The payout less everything that explains it: payments, fees, refunds and disputes. It has to
        be 0.00 before a deposit can post. While charges are open, choose or record their payments
        first. What is left then, such as a bank's fee, can go to an account of your choice.
      </p>
    ),
  },
  "payment-missing": {
    question: "A payment isn't in my books",
    text: (
      <>
        <p>
          Customers' payments must be in the account they wait in: Undeposited Funds or the account
          you chose in QuickBooks, the clearing account you chose in Xero. They can't be on another
          deposit.
        </p>
        <p>
          Record it there and choose Check again, or let us: on the line, choose Record sales
          receipt, Receive on an invoice or Book to an account. It is created when the deposit
          posts, not before. You can also ask your client from the line, or postpone it.
        </p>
      </>
    ),
  },
  "invoice-open": {
    question: "The invoice is still open",
    text: (
      <p>
        Choose Receive on an invoice on the line. The payment is recorded on the invoice when the
        deposit posts. A sales receipt would count the sale twice.
      </p>
    ),
  },
  "booked-elsewhere": {
    question: "I already deposited this payout",
    text: (
      <p>
        If we find the deposit in your books, Review asks whether it's this payout; link it, and
        nothing is posted again. If it was recorded another way, for example straight from the bank
        feed, mark the payout as booked elsewhere. It leaves your to-do list, nothing is posted, and
        Undo Match brings it back.
      </p>
    ),
  },
  "closed-books": {
    question: "My books are closed",
    text: (
      <p>
        We don't post into a closed period. Date the deposit on the first open day: it's posted
        then, and its bank date stays, so the month of the bank statement and the month in your
        books differ. Or ask your accountant to reopen the period, then choose Retry.
      </p>
    ),
  },
  clearing: {
    question: "My shop posts to a clearing account",
    text: (
      <p>
        Some shop apps record payments in an account of their own, such as Stripe Clearing. In your
        accounting software's settings under{" "}
        <TextLink href="/integrations?tab=accounting">Integrations</TextLink>, choose it as a place
        payments also arrive in, and from which date: a day after your last manual transfer from it
        to the bank, so that nothing is deposited twice.
      </p>
    ),
  },
  negative: {
    question: "The payout is negative",
    text: (
      <p>
        The processor took money back, because refunds, disputes or fees were more than the charges.
        QuickBooks can't record a deposit below zero: choose an account for negative payouts in its
        settings. We book the parts there, and you book the bank's withdrawal to the same account.
        Xero takes it as it is.
      </p>
    ),
  },
  dispute: {
    question: "A customer disputed a charge",
    text: (
      <p>
        Opened: the processor takes the amount, and a fee. Book it to an account for disputes. Lost:
        nothing more happens. Won: the amount comes back; book it to the same account, so that the
        two cancel out. In Settings you can choose that account once for all disputes.
      </p>
    ),
  },
  estimated: {
    question: "What are estimated fees?",
    text: (
      <p>
        Some processors, such as Authorize.Net, don't report the fee of each charge. We calculate it
        from the rate in the processor's settings, or it is the rest between the payments and the
        payout. The total is exact in both cases; the split may not be. A deposit with an estimated
        fee is never more than Likely.
      </p>
    ),
  },
  undo: {
    question: "Undo a match, a posting, a whole day",
    text: (
      <>
        <p>
          A match or a posted deposit: open it and undo the match. What we posted is deleted in your
          books first; if that fails, nothing changes. Pairs you undo or dismiss are never
          auto-matched again.
        </p>
        <p>
          Everything that was posted together:{" "}
          <TextLink href="/dashboard/activity">Activity</TextLink> has a button for each run.
        </p>
      </>
    ),
  },
  "bank-feed": {
    question: "In the bank feed: Match, not Add",
    text: (
      <p>
        After posting, your bank feed shows the payout as well. Choose Match for it. Add would
        record the same money a second time.
      </p>
    ),
  },
  vat: {
    question: "VAT on the processor's fees",
    text: (
      <p>
        In Settings, under the processor's fees and other lines, choose the tax code that your
        accountant uses, often Exempt or Reverse charge. It's used on every fee we post.
      </p>
    ),
  },
  people: {
    question: "Add a client, a colleague",
    text: (
      <p>
        A client is a company of its own: choose New company in your account menu.{" "}
        <TextLink href="/companies">All companies</TextLink> shows what waits in each. Colleagues
        are invited in Settings under People, each with a role.
      </p>
    ),
  },
  unsupported: {
    question: "What isn't supported?",
    text: (
      <p>
        What a processor's connection can't do is listed where you connect it. Payouts that need it
        are imported all the same and stay open, so that no money goes missing; match them in{" "}
        <TextLink href="/manual-match">Manual Match</TextLink>. A payout on its way to the bank can
        be matched once it's there.
      </p>
    ),
  },
} as const satisfies Record<string, Answer>;

/** The anchor of a question on the Help page. */
export type HelpTopic = keyof typeof ANSWERS;
