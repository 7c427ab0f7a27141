import { TextLink } from "@/components/ui/text-link";

/** The links open in a new tab, since the form would lose what was typed. */
export function TermsLabel() {
  return (
    <>
      I agree to the{" "}
      <TextLink href="/terms" target="_blank">
        Terms of Service
      </TextLink>{" "}
      and{" "}
      <TextLink href="/privacy" target="_blank">
        Privacy Policy
      </TextLink>
    </>
  );
}
