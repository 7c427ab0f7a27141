import type { Metadata } from "next";
import { Document, Section } from "@/components/landing/document";
import { TextLink } from "@/components/ui/text-link";

export const metadata: Metadata = {
  title: "Terms of Service",
  description:
    "Who runs this installation, what the software does on your behalf, and what it doesn't promise.",
};

export default function TermsPage() {
  return (
    <Document
      title="Terms of Service"
      intro="Anyone can run Deposit Matcher. These terms say who is responsible for what."
    >
      <Section title="Who runs this installation">
        <p>
          Deposit Matcher is open source software under the MIT license. The person or company that
          installed it at this address is responsible for this installation, its availability and
          its data. The authors of the software aren't a party to these terms.
        </p>
      </Section>
      <Section title="What it does on your behalf">
        <p>
          It reads payouts from the payment processors you connect and payments from your accounting
          software. It creates deposits in your accounting software for the matches you confirm and,
          while Auto Match is on, for the matches it is sure of. Every match can be undone. It moves
          no money.
        </p>
      </Section>
      <Section title="Your responsibilities">
        <p>
          Keep your password secret, connect only accounts you're authorized to connect, and check
          your books before you rely on them for taxes or reports.
        </p>
      </Section>
      <Section title="Ending your use">
        <p>
          You can disconnect your services and stop using it at any time. Posted deposits stay in
          your accounting software. For what is stored here, see{" "}
          <TextLink href="/privacy">Privacy</TextLink>.
        </p>
      </Section>
      <Section title="No warranty">
        <p>
          The software is provided as is, without warranty of any kind, as set out in its license.
        </p>
      </Section>
    </Document>
  );
}
