import { TextLink } from "@/components/ui/text-link";

/** On an installation without accounts: the other way to begin. */
export function OfferRestore() {
  return (
    <p className="mt-3 text-muted-foreground">
      New installation: have a backup? <TextLink href="/restore">Restore it</TextLink>
    </p>
  );
}
