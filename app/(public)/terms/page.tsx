import type { Metadata } from "next";
import { Document, Section } from "@/components/landing/document";
import { TextLink } from "@/components/ui/text-link";

export const metadata: Metadata = {
  title: "Terms of Service",
  description:
    "Who runs this installation, what the software does in your name, and what it does not promise.",
};

export default function TermsPage() {
  return (
    <Document
      title="Terms of Service"
      intro="Deposit Matcher is software that anyone can run. These terms say who does what."
    >
      <Section title="Who you deal with">
        <p>
          Deposit Matcher is open source software under the MIT licence. Whoever installed it on
          this address runs it: that person or company is responsible for this installation, its
          availability and the data in it. The authors of the software are not a party to that.
        </p>
      </Section>
      <Section title="What it does in your name">
        <p>
          It reads payouts from the payment processors that you connect and payments from your
          accounting software. It creates Deposits in your accounting software for the matches that
          you confirm, and for those it is sure of while Auto Match is on. Every match can be
          undone. It moves no money.
        </p>
      </Section>
      <Section title="Your part">
        <p>
          Keep your password to yourself, connect only accounts that you may connect, and check your
          books before you rely on them for taxes or reports.
        </p>
      </Section>
      <Section title="Ending it">
        <p>
          Disconnect your services and stop using it at any time. Deposits that were posted stay in
          your accounting software; what is stored here is told under{" "}
          <TextLink href="/privacy">Privacy</TextLink>.
        </p>
      </Section>
      <Section title="No warranty">
        <p>
          The software comes as it is, without warranty of any kind, as its licence says in full.
        </p>
      </Section>
    </Document>
  );
}
