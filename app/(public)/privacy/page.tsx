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
  description: "What this installation stores, who receives it, and how to delete it.",
};

const STORED: Definition[] = [
  {
    key: "account",
    term: "Your account",
    text: "Username, email address, a one-way hash of your password, and your profile: name, phone, picture.",
  },
  {
    key: "sessions",
    term: "Your sessions",
    text: "When you signed in, and from which IP address and browser. Tokens are stored as hashes.",
  },
  {
    key: "processors",
    term: "Payment processors",
    text: "Payouts and their transactions, with your customers' names and email addresses where the processor provides them. Never full card numbers.",
  },
  {
    key: "books",
    term: "Accounting software",
    text: "Customer payments, customers' names, and the accounts you choose.",
  },
  {
    key: "decisions",
    term: "Decisions",
    text: "Matches and postings: what was decided, by whom and when.",
  },
  {
    key: "keys",
    term: "Keys and tokens",
    text: "Credentials of your connected services, encrypted with AES-256-GCM.",
  },
];

export default function PrivacyPage() {
  return (
    <Document
      title="Privacy Policy"
      intro="Deposit Matcher is self-hosted: it runs on your administrator's server and keeps its data there."
    >
      <Section title="Where your data is">
        <p>
          In this installation's database. The software sends nothing to its authors: no analytics,
          no advertising, no fonts or scripts from other sites.
        </p>
      </Section>
      <Section title="What is stored">
        <Definitions rows={STORED} />
      </Section>
      <Section title="In your browser">
        <p>
          Your session, your user record and your theme are kept in this browser's storage. Cookies
          are used only to sign in, to reset your password and, for 180 days, to recognize a browser
          you have signed in with, so that other people's wrong passwords don't lock you out.
          Logging out removes the session and the user record.
        </p>
      </Section>
      <Section title="Who receives data">
        <p>
          Only the services you connect: the software reads from your payment processors, and reads
          from and writes to your accounting software. Emails go through this installation's mail
          server. Nothing is sold or shared.
        </p>
      </Section>
      <Section title="Take it with you">
        <p>
          <TextLink href="/settings?tab=account">Settings</TextLink> exports all your company's data
          in one file. <TextLink href="/transactions">Transactions</TextLink> exports your deposits
          as CSV, and the <TextLink href="/api/docs">API</TextLink> exports everything the app
          shows.
        </p>
      </Section>
      <Section title="Delete it">
        <Bullets>
          <li>
            Disconnecting a service deletes its keys here. Imported data stays until you delete it.
          </li>
          <li>
            Deleting a deposit removes it from every list and frees its payments. It's kept so that
            you can restore it; syncing won't bring it back.
          </li>
          <li>
            Deleting your account in <TextLink href="/settings?tab=account">Settings</TextLink>{" "}
            immediately deletes you, your company and all its data, and revokes our access to the
            connected services. Posted deposits stay in your accounting software.
          </li>
          <li>
            Nothing that identifies you is kept. Data used to limit sign-in attempts is stored as
            keyed hashes and expires within 90 days. Backups and logs are kept for as long as your
            administrator keeps them.
          </li>
        </Bullets>
      </Section>
      <Section title="Your rights">
        <p>
          The person or company running this installation is responsible for its data. Ask them to
          show, correct or delete what is stored about you.
        </p>
      </Section>
    </Document>
  );
}
