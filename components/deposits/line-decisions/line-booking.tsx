import { useState } from "react";
import { NO_TAGS, TagFields } from "@/components/deposit-parts/tag-fields";
import { Allowed } from "@/components/session/allowed";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { isAccountKind, USUAL_GROUPS } from "@/lib/constants/bookings";
import type { BookingView, DepositDetail } from "@/lib/contracts/deposits";
import { AccountField, type ChosenAccount } from "./account-field";
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

interface BookingFormProps {
  deposit: DepositDetail["deposit"];
  booking: Pick<BookingView, "line_id" | "kind" | "always">;
  onDone: () => void;
}

/** The account that a line is booked to, once or always. */
export function BookingForm({ deposit, booking, onDone }: BookingFormProps) {
  const [account, setAccount] = useState<ChosenAccount | null>(null);
  const [tags, setTags] = useState(NO_TAGS);
  const [always, setAlways] = useState(false);
  const book = useBookLine(onDone);
  const { line_id, kind } = booking;
  function send() {
    if (account === null || kind === "fee") return;
    // All lines of a kind share an account, not a customer.
    const of = always ? {} : tags;
    book.mutate({ deposit_id: deposit.id, line_id, kind, account_id: account.Id, always, ...of });
  }
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
        <AccountField
          chosen={account}
          currency={deposit.currency}
          {...(isAccountKind(kind) && { usual: USUAL_GROUPS[kind] })}
          error={book.error?.message}
          onChoose={setAccount}
        />
        <Button onClick={send} disabled={account === null} loading={book.isPending}>
          Book
        </Button>
      </div>
      {account && !always && <TagFields tags={tags} onChange={setTags} />}
      {booking.always !== "" && (
        <Allowed to="admin">
          <Field label={booking.always} inline>
            {({ "aria-invalid": _, ...control }) => (
              <Checkbox
                {...control}
                checked={always}
                onCheckedChange={(checked) => setAlways(checked === true)}
              />
            )}
          </Field>
        </Allowed>
      )}
    </div>
  );
}
