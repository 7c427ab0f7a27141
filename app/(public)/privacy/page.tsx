import type { Metadata } from "next";
import { Document, Section } from "@/components/landing/document";

export const metadata: Metadata = { title: "Privacy Policy" };

export default function PrivacyPage() {
  return (
    <Document title="Privacy Policy">
      <Section title="Where your data is">
        <p>
          In the database of this installation, and nowhere else. The software reports nothing to
          its authors: no analytics, no advertising, no fonts or scripts from other sites.
        </p>
      </Section>
      <Section title="What is stored">
        <ul className="grid list-disc gap-2 pl-5">
          <li>Your account: username, e-mail address, and a one-way hash of your password.</li>
          <li>From payment processors: payouts and the movements inside them.</li>
          <li>From your accounting software: customer payments, and the accounts you choose.</li>
          <li>Matches, what was decided about them, by whom and when.</li>
          <li>Keys and tokens of the connected services, sealed with AES-256-GCM.</li>
        </ul>
      </Section>
      <Section title="In your browser">
        <p>
          Your session, your user record and the theme you chose are kept in this browser's storage.
          Logging out removes the session and the user record.
        </p>
      </Section>
      <Section title="Who receives data">
        <p>
          Only the services that you connect: the software reads from your payment processors, and
          reads from and writes to your accounting software. Disconnecting a service ends that.
        </p>
      </Section>
      <Section title="Your rights">
        <p>
          To see, correct or delete what is stored about you, ask the person who runs this
          installation.
        </p>
      </Section>
    </Document>
  );
}
