import { useState } from "react";
import { NO_TAGS, TagFields } from "@/components/deposit-parts/tag-fields";
import { Allowed } from "@/components/session/allowed";
import { useMay } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { isAccountKind, USUAL_GROUPS, USUAL_NAMES } from "@/lib/constants/bookings";
import type { BookingView, DepositDetail, LineOffer } from "@/lib/contracts/deposit-detail";
import { AccountField, type ChosenAccount } from "./account-field";
import { FIRST_CHOICE } from "./choice-marks";
import { LineKey } from "./line-key";
import { useBookLine } from "./queries";

interface LineBookingProps {
  deposit: DepositDetail["deposit"];
  booking: BookingView;
  onDone: () => void;
}

/** A part of a deposit that is booked to an account, or for which only the account is missing. */
export function LineBooking({ deposit, booking, onDone }: LineBookingProps) {
  const [changing, setChanging] = useState(false);
  if (booking.account === null || changing) {
    return (
      <div className="grid gap-3">
        <p className="text-sm font-medium">{booking.text}</p>
        <Allowed
          to="bookkeeper"
          instead={<p className="text-sm text-muted-foreground">No account chosen yet.</p>}
        >
          <BookingForm
            {...{ deposit, booking }}
            offer={changing ? null : offerOf(deposit, booking)}
            onDone={() => {
              setChanging(false);
              onDone();
            }}
          />
        </Allowed>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
      <div className="min-w-0">
        <p className="font-medium">{booking.text}</p>
        <p className="text-muted-foreground">Booked to {booking.account}</p>
      </div>
      <Allowed to="bookkeeper">
        <Button variant="outline" size="sm" onClick={() => setChanging(true)}>
          Change
        </Button>
      </Allowed>
    </div>
  );
}

/** The fee of a dispute takes nothing back. */
function offerOf(deposit: DepositDetail["deposit"], { line_id, kind }: BookingView) {
  if (kind === "dispute_fee") return null;
  return deposit.lines.find(({ id }) => id === line_id)?.offer ?? null;
}

interface BookingFormProps {
  deposit: DepositDetail["deposit"];
  booking: Pick<BookingView, "line_id" | "kind" | "amount" | "always">;
  /** The account to suggest, and what the line reverses; null without a suggestion. */
  offer: LineOffer | null;
  onDone: () => void;
}

/** The account that a line is booked to, once or always; where the line goes back to one, that account first. */
export function BookingForm({ deposit, booking, offer, onDone }: BookingFormProps) {
  const [account, setAccount] = useState<ChosenAccount | null>(null);
  const [tags, setTags] = useState(NO_TAGS);
  const mayAlways = useMay("admin") === true && booking.always !== "";
  const { line_id, kind } = booking;
  // What is won goes where the dispute went: there is nothing to decide a second time.
  const isWon = kind === "dispute" && !booking.amount.startsWith("-");
  const [chosenAlways, setAlways] = useState(isWon);
  const always = mayAlways && chosenAlways;
  const back = offer?.book_to ?? null;
  const [isElsewhere, setElsewhere] = useState(false);
  const book = useBookLine(onDone);
  function send(to: { Id: string } | null) {
    if (to === null || kind === "fee") return;
    // All lines of a kind share an account, not a customer.
    const of = always ? {} : tags;
    book.mutate({ deposit_id: deposit.id, line_id, kind, account_id: to.Id, always, ...of });
  }
  const forAll = mayAlways && (
    <Field label={booking.always} inline>
      {({ "aria-invalid": _, ...control }) => (
        <Checkbox
          {...control}
          checked={always}
          onCheckedChange={(checked) => setAlways(checked === true)}
        />
      )}
    </Field>
  );
  const origin = offer && offer.origin !== "" && (
    <p className="text-sm text-pretty break-words text-muted-foreground">{offer.origin}</p>
  );
  if (back && !isElsewhere) {
    return (
      <div className="grid gap-3">
        {origin}
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            {...{ [FIRST_CHOICE]: "" }}
            loading={book.isPending}
            onClick={() => send(back)}
          >
            Book to {back.Name}
            <LineKey of="↵" />
          </Button>
          <Button size="sm" variant="outline" onClick={() => setElsewhere(true)}>
            Other account
          </Button>
        </div>
        {forAll}
        {book.error && (
          <p role="alert" className="text-caption text-destructive">
            {book.error.message}
          </p>
        )}
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      {origin}
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
        <AccountField
          chosen={account}
          currency={deposit.currency}
          {...(isAccountKind(kind) && { usual: USUAL_GROUPS[kind], names: USUAL_NAMES[kind] })}
          error={book.error?.message}
          onChoose={setAccount}
        />
        <Button onClick={() => send(account)} disabled={account === null} loading={book.isPending}>
          Book
        </Button>
      </div>
      {account && !always && <TagFields tags={tags} onChange={setTags} />}
      {forAll}
    </div>
  );
}
