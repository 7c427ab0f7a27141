import { Allowed } from "@/components/session/allowed";
import { TextLink } from "@/components/ui/text-link";
import { ruleAddress } from "./rule-address";

/** Next to a line's decision: opens a new rule that makes the same decision for similar lines. */
export function MakeRule({ depositId, lineId }: { depositId: number; lineId: number }) {
  return (
    <Allowed to="bookkeeper">
      <TextLink href={ruleAddress(depositId, lineId)}>Always for lines like this…</TextLink>
    </Allowed>
  );
}
