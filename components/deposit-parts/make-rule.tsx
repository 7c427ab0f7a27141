import { Allowed } from "@/components/session/allowed";
import { TextLink } from "@/components/ui/text-link";

/** Next to a line's decision: opens a new rule that makes the same decision for similar lines. */
export function MakeRule({ depositId, lineId }: { depositId: number; lineId: number }) {
  return (
    <Allowed to="bookkeeper">
      <TextLink href={ruleAddress(depositId, lineId)}>Always for lines like this…</TextLink>
    </Allowed>
  );
}

/** Names the line in the address of Settings that a rule is to be made from. */
export const RULE_ORIGIN = "from";

/** Where a rule for lines like this one is made. */
function ruleAddress(depositId: number, lineId: number): string {
  return `/settings?tab=rules&${RULE_ORIGIN}=${depositId}.${lineId}`;
}
