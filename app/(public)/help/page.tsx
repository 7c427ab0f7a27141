import type { Metadata } from "next";
import { StatusBadge } from "@/components/deposit-parts/status-badge";
import {
  type Definition,
  Definitions,
  Document,
  Section,
  Steps,
} from "@/components/landing/document";
import { Kbd } from "@/components/ui/kbd";
import { TextLink } from "@/components/ui/text-link";
import type { DepositStatus } from "@/lib/contracts/deposits";
import { connectableProviders, keysInWords } from "@/lib/providers/list";

export const metadata: Metadata = {
  title: "Help",
  description:
    "How to get set up, what each status means, and what to do when a deposit isn't posted.",
};

const STATE_TEXTS = [
  { status: "pending", text: "Not matched yet, or you undid the match." },
  { status: "suggested", text: "We found a likely match. Confirm or dismiss it." },
  { status: "matched", text: "Payments found, totals agree. Posting is next." },
  { status: "posted", text: "Recorded in your books, with its fees." },
] as const satisfies { status: DepositStatus; text: string }[];

const STATES: Definition[] = STATE_TEXTS.map(({ status, text }) => ({
  key: status,
  term: <StatusBadge status={status} />,
  text,
}));

const BLOCKED: Definition[] = [
  {
    key: "bank",
    term: "No bank account",
    text: "Choose one in Integrations, in your accounting software's settings.",
  },
  {
    key: "category",
    term: "No expense category",
    text: "Choose one in Integrations, in your payment processor's settings.",
  },
  {
    key: "connection",
    term: "No connection",
    text: "Reconnect your accounting software in Integrations.",
  },
  {
    key: "refused",
    term: "Your accounting software rejected it",
    text: "The deposit's page says why. Fix it there, then choose Retry.",
  },
];

const ledgers = connectableProviders().flatMap(({ role, name }) => (role === "ledger" ? name : []));
const eitherOf = new Intl.ListFormat("en", { type: "disjunction" });

const KEYS: Definition[] = [
  ["j", "Next suggestion"],
  ["k", "Previous suggestion"],
  ["Enter", "Confirm the match"],
  ["x", "Dismiss it"],
  ["o", "Open the deposit"],
  ["m", "Match it manually"],
  ["z", "Undo the last decision"],
  ["/", "Search the page"],
  ["g d", "Dashboard"],
  ["g t", "Transactions"],
  ["g m", "Manual Match"],
  ["g i", "Integrations"],
  ["g s", "Settings"],
  ["?", "Show the page's shortcuts, and switch them off"],
].map(([key = "", text]) => ({ key, term: <Kbd>{key}</Kbd>, text }));

export default function HelpPage() {
  return (
    <Document title="Help" intro="From a new account to automatic posting.">
      <Section title="Getting started">
        <Steps>
          <li>
            Create an account and open <TextLink href="/integrations">Integrations</TextLink>.
          </li>
          <li>{`Connect your payment processor: ${keysInWords()}.`}</li>
          <li>{`Connect your accounting software by signing in to it: ${eitherOf.format(ledgers)}.`}</li>
          <li>
            In its settings, choose the bank account your payouts arrive in, and in Xero the
            clearing account your customers' payments wait in.
          </li>
          <li>In the processor's settings, choose the expense category for its fees.</li>
          <li>
            Choose Sync Now. We match the deposits we're sure of. Review them on the{" "}
            <TextLink href="/dashboard">Dashboard</TextLink>: nothing posts until you do.
          </li>
        </Steps>
      </Section>
      <Section title="What each status means">
        <Definitions rows={STATES} />
      </Section>
      <Section title="A deposit stays pending">
        <p>
          Its customers' payments must be in your books, in the account they wait in: Undeposited
          Funds or the account you chose in QuickBooks, the clearing account you chose in Xero. They
          can't be on another deposit. Once they're recorded, sync again, or choose the payments
          yourself in <TextLink href="/manual-match">Manual Match</TextLink>. A payout in transit
          can be matched once it's paid.
        </p>
      </Section>
      <Section title="A deposit is matched but not posted">
        <p>
          Its page says what's missing. Once that's set, the deposit posts automatically. Nothing is
          posted twice.
        </p>
        <Definitions rows={BLOCKED} />
      </Section>
      <Section title="A match is wrong">
        <p>
          Open the deposit and undo the match. If it's posted, we first delete what we posted in
          your books; if that fails, nothing changes. Pairs you undo or dismiss are never
          auto-matched again.
        </p>
      </Section>
      <Section title="Keyboard shortcuts">
        <p>The letters work while you aren't typing; those about a suggestion, on the dashboard.</p>
        <Definitions rows={KEYS} narrow />
      </Section>
      <Section title="API">
        <p>
          Everything the app does is available to your own programs through the{" "}
          <TextLink href="/api/docs">API</TextLink>.
        </p>
      </Section>
      <Section title="Other questions">
        <p>Contact your administrator. If an error shows a request ID, include it.</p>
      </Section>
    </Document>
  );
}
