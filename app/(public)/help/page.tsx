import type { Metadata } from "next";
import { Document, Section } from "@/components/landing/document";
import { TextLink } from "@/components/ui/text-link";

export const metadata: Metadata = { title: "Help" };

export default function HelpPage() {
  return (
    <Document title="Help">
      <Section title="Begin">
        <p>
          Create an account, then open <TextLink href="/integrations">Integrations</TextLink>.
          Connect Stripe with a secret or restricted key from its dashboard, and QuickBooks by
          signing in there. In QuickBooks Settings choose the bank account that payouts reach, and
          in Stripe Settings the expense category for fees.
        </p>
      </Section>
      <Section title="Pending, suggested, matched, posted">
        <p>
          A pending deposit has no match yet. A suggested one has a likely match that waits for your
          answer. A matched one is settled, and becomes posted once its Deposit is in QuickBooks.
        </p>
      </Section>
      <Section title="A deposit stays pending">
        <p>
          The customers' payments must be in QuickBooks, in Undeposited Funds, and not on another
          Deposit. Sync again after you recorded them, or pick the payments yourself under{" "}
          <TextLink href="/manual-match">Manual Match</TextLink>.
        </p>
      </Section>
      <Section title="A deposit stays matched">
        <p>
          Posting waits for something that its page names, mostly a bank account or an expense
          category to choose. It goes on by itself once that is done.
        </p>
      </Section>
      <Section title="A wrong match">
        <p>
          Open the deposit and undo the match. When it is posted already, its Deposit in QuickBooks
          is deleted first.
        </p>
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
