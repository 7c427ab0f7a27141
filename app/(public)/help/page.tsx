import type { Metadata } from "next";
import { StatusBadge } from "@/components/deposit-parts/status-badge";
import { ANSWERS } from "@/components/help/answers";
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
    <Document title="Help" intro="How to get started, and answers by question.">
      <nav aria-label="Questions">
        <ul className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2">
          {Object.entries(ANSWERS).map(([id, { question }]) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-block rounded-sm py-0.5 underline-offset-4 hover:underline"
              >
                {question}
              </a>
            </li>
          ))}
        </ul>
      </nav>
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
      <Section title="A deposit is matched but not posted">
        <p>
          Its page says what's missing. Once that's set, the deposit posts automatically. Nothing is
          posted twice.
        </p>
        <Definitions rows={BLOCKED} />
      </Section>
      {Object.entries(ANSWERS).map(([id, { question, text }]) => (
        <Section key={id} id={id} title={question}>
          {text}
        </Section>
      ))}
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
