import { ChosenLine } from "@/components/deposits/line-decisions/chosen-line";
import type { StartingWay } from "@/components/deposits/line-decisions/dialog-props";
import type { Entry } from "@/components/deposits/line-decisions/entries";
import { isThere } from "@/components/deposits/line-decisions/is-there";
import { LineBooking } from "@/components/deposits/line-decisions/line-booking";
import { STOP } from "@/components/deposits/line-decisions/line-marks";
import { OpenLine } from "@/components/deposits/line-decisions/open-line";
import { WaitingLine } from "@/components/deposits/line-decisions/waiting-line";
import type { DepositDetail } from "@/lib/contracts/deposits";

interface EntryRowProps {
  entry: Entry;
  detail: Pick<DepositDetail, "deposit">;
  isUnfolded: boolean;
  /** The address names its line. */
  isWanted: boolean;
  way: StartingWay | undefined;
  onUnfold: (key: string) => void;
  onDone: () => void;
}

/** A line that QuickBooks does not know: the question about it, or what was chosen. */
export function EntryRow(props: EntryRowProps) {
  const { entry, detail, isUnfolded, isWanted, way, onUnfold, onDone } = props;
  const { deposit } = detail;
  const unfold = () => onUnfold(entry.key);
  switch (entry.state) {
    case "open":
      return (
        <OpenLine
          {...{ deposit, entry, isUnfolded, isWanted, way, onDone }}
          isThere={!entry.isClose && isThere(entry.line)}
          onUnfold={unfold}
        />
      );
    case "waiting":
      return <WaitingLine {...{ deposit, entry, onDone }} onAsk={unfold} />;
    case "chosen":
      return <ChosenLine {...{ deposit, entry, onDone }} />;
    case "unbooked":
      return (
        <section
          {...{ [STOP]: "account" }}
          tabIndex={-1}
          aria-label={entry.booking.text}
          className="scroll-mt-36 rounded-sm outline-offset-4"
        >
          <LineBooking deposit={deposit} booking={entry.booking} onDone={onDone} />
        </section>
      );
    default:
      return <LineBooking deposit={deposit} booking={entry.booking} onDone={onDone} />;
  }
}
