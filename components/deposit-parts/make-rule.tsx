import { Allowed } from "@/components/session/allowed";
import { TextLink } from "@/components/ui/text-link";
import { ruleAddress } from "./rule-address";

/** Beside what was chosen for a line: leads to a rule with the same choice for lines like it. */
export function MakeRule({ depositId, lineId }: { depositId: number; lineId: number }) {
  return (
    <Allowed to="bookkeeper">
      <TextLink href={ruleAddress(depositId, lineId)}>Always for lines like this…</TextLink>
    </Allowed>
  );
}
