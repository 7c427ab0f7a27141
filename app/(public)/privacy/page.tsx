import type { Metadata } from "next";
import {
  Bullets,
  type Definition,
  Definitions,
  Document,
  Section,
} from "@/components/landing/document";
import { TextLink } from "@/components/ui/text-link";

export const metadata: Metadata = {
  title: "Privacy Policy",
  description: "What this installation stores, where, who receives it, and how it is deleted.",
};

const STORED: Definition[] = [
  {
    key: "account",
    term: "Your account",
    text: "Username, e-mail address, a one-way hash of your password, and what you add to your profile: name, phone, picture.",
  },
  {
    key: "sessions",
    term: "Your sessions",
    text: "When and from which network address and browser you signed in. Tokens are kept as hashes.",
  },
  {
    key: "processors",
    term: "Payment processors",
    text: "Payouts and the movements inside them, with your customers' names and e-mail addresses where the processor tells them. Never a whole card number.",
  },
  {
    key: "books",
    term: "Accounting software",
    text: "Customer payments, customers' names, and the accounts that you choose.",
  },
  {
    key: "decisions",
    term: "Decisions",
    text: "Matches and postings: what was decided, by whom and when.",
  },
  {
    key: "keys",
    term: "Keys and tokens",
    text: "Those of the connected services, sealed with AES-256-GCM.",
  },
];

export default function PrivacyPage() {
  return (
    <Document
      title="Privacy Policy"
      intro="Deposit Matcher runs on the computer of whoever installed it, and keeps its data there."
    >
      <Section title="Where your data is">
        <p>
          In the database of this installation. The software reports nothing to its authors: no
          analytics, no advertising, no fonts or scripts from other sites.
        </p>
      </Section>
      <Section title="What is stored">
        <Definitions rows={STORED} />
      </Section>
      <Section title="In your browser">
        <p>
          Your session, your user record and the theme you chose are in this browser's storage.
          Cookies serve signing in and resetting your password, and nothing else. Logging out
          removes the session and the user record.
        </p>
      </Section>
      <Section title="Who receives data">
        <p>
          Only the services that you connect: the software reads from your payment processors, and
          reads from and writes to your accounting software. Mails go through the mail server of
          this installation. Nothing is sold or shared.
        </p>
      </Section>
      <Section title="Take it with you">
        <p>
          <TextLink href="/settings?tab=account">Settings</TextLink> downloads everything that is
          stored about your company as one file.{" "}
          <TextLink href="/transactions">Transactions</TextLink> downloads your deposits as CSV, and
          the <TextLink href="/api/docs">API</TextLink> hands out everything that the pages show.
        </p>
      </Section>
      <Section title="Delete it">
        <Bullets>
          <li>
            Disconnecting a service deletes its keys here. What was synced stays until it is
            deleted.
          </li>
          <li>
            Deleting a deposit takes it out of every list and frees its payments. It stays stored,
            to be brought back when you want it and not by the next sync.
          </li>
          <li>
            Deleting your account in <TextLink href="/settings?tab=account">Settings</TextLink>{" "}
            deletes you, your company and every row of it, at once, and tells the connected services
            that their access ends. Deposits that were posted stay in your accounting software.
          </li>
          <li>
            Nothing that names you is kept. What slows down guessing lies as hashes under a secret
            key and expires by itself, within 90 days at most. Backups and logs of this installation
            last as long as the person who runs it keeps them.
          </li>
        </Bullets>
      </Section>
      <Section title="Your rights">
        <p>
          The person or company that runs this installation is responsible for the data in it. Ask
          them to see, correct or delete what is stored about you.
        </p>
      </Section>
    </Document>
  );
}
