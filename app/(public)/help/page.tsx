import type { Metadata } from "next";
import {
  type Definition,
  Definitions,
  Document,
  Section,
  Steps,
} from "@/components/landing/document";
import { Kbd } from "@/components/ui/kbd";
import { StatusBadge } from "@/components/ui/status-badge";
import { TextLink } from "@/components/ui/text-link";

export const metadata: Metadata = {
  title: "Help",
  description: "The steps, what each state means, and what to do when a deposit is not posted.",
};

const STATES: Definition[] = [
  { status: "pending", text: "No match yet. The engine found none, or you took one back." },
  { status: "suggested", text: "A likely match waits for you to confirm or dismiss it." },
  { status: "matched", text: "Its payments are known and the sum closes. Posting comes next." },
  { status: "posted", text: "QuickBooks has a Deposit for it, with the fees booked." },
].map(({ status, text }) => ({ key: status, term: <StatusBadge status={status} />, text }));

const BLOCKED: Definition[] = [
  {
    key: "bank",
    term: "No bank account",
    text: "Choose it under Integrations, in QuickBooks Settings.",
  },
  {
    key: "category",
    term: "No expense category",
    text: "Choose it under Integrations, in the settings of your payment processor.",
  },
  {
    key: "connection",
    term: "No connection",
    text: "Connect QuickBooks again under Integrations.",
  },
  {
    key: "refused",
    term: "QuickBooks refused",
    text: "The deposit's page says why. Mend it in QuickBooks, then choose Try Again there.",
  },
];

const KEYS: Definition[] = [
  ["j", "Next suggestion"],
  ["k", "Previous suggestion"],
  ["Enter", "Confirm the match"],
  ["x", "Dismiss it"],
  ["z", "Undo the last confirmation"],
  ["?", "Show the keys"],
].map(([key = "", text]) => ({ key, term: <Kbd>{key}</Kbd>, text }));

export default function HelpPage() {
  return (
    <Document title="Help" intro="From an empty account to deposits that post by themselves.">
      <Section title="The steps">
        <Steps>
          <li>
            Create an account and open <TextLink href="/integrations">Integrations</TextLink>.
          </li>
          <li>
            Connect your payment processor: Stripe with a secret or restricted key from its
            dashboard, Authorize.Net with its API login id and transaction key.
          </li>
          <li>Connect QuickBooks by signing in there.</li>
          <li>In QuickBooks Settings, choose the bank account that payouts reach.</li>
          <li>In the processor's settings, choose the expense category for its fees.</li>
          <li>
            Choose Sync Now. Deposits that are certain are matched and posted by themselves; the
            others wait on the <TextLink href="/dashboard">Dashboard</TextLink>.
          </li>
        </Steps>
      </Section>
      <Section title="What each state means">
        <Definitions rows={STATES} />
      </Section>
      <Section title="A deposit stays pending">
        <p>
          Its customers' payments must be in QuickBooks, in Undeposited Funds, and on no other
          Deposit. Sync again once they are recorded, or pick the payments yourself under{" "}
          <TextLink href="/manual-match">Manual Match</TextLink>. A payout that has not reached the
          bank is not matched before it does.
        </p>
      </Section>
      <Section title="A deposit is matched but not posted">
        <p>
          Its page says what is missing. Once that is there, it posts by itself; nothing is ever
          posted twice.
        </p>
        <Definitions rows={BLOCKED} />
      </Section>
      <Section title="A match is wrong">
        <p>
          Open the deposit and undo the match. When it is posted already, its Deposit in QuickBooks
          is deleted first; if QuickBooks refuses, nothing changes. A pair that you took back or
          dismissed is never matched automatically again.
        </p>
      </Section>
      <Section title="Keys">
        <p>They work while the focus is on a suggestion.</p>
        <Definitions rows={KEYS} narrow />
      </Section>
      <Section title="Your own programs">
        <p>
          Everything that the pages do goes through the API, which is described under{" "}
          <TextLink href="/api/docs">API</TextLink>.
        </p>
      </Section>
      <Section title="Something else">
        <p>
          Ask the person who runs this installation, and name the request id if an error shows one.
        </p>
      </Section>
    </Document>
  );
}
