"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { AccountChoice } from "@/components/books/account-choice";
import { accountsQuery } from "@/components/books/account-queries";
import { bookingKey, needsAccount } from "@/components/deposits/bookings";
import { useBookLine } from "@/components/deposits/queries";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import type { BookingView, DepositDetail } from "@/lib/contracts/deposits";
import { isAccountKind, USUAL_GROUPS } from "@/lib/contracts/values/bookings";

const SHOWN_AT_FIRST = 5;

/** What QuickBooks does not know of a deposit, and where it is booked: asked for until it is chosen. */
export function LineBookings({ deposit, bookings }: Pick<DepositDetail, "deposit" | "bookings">) {
  const [all, setAll] = useState(false);
  if (deposit.status === "posted" || bookings.length === 0) return null;
  const open = bookings.filter(needsAccount).length;
  // Those that wait come first.
  const ordered = [
    ...bookings.filter(needsAccount),
    ...bookings.filter((each) => !needsAccount(each)),
  ];
  const shown = all ? ordered : ordered.slice(0, SHOWN_AT_FIRST);
  return (
    <Card>
      <CardHeader>
        <CardTitle className="flex items-center gap-2">
          {open > 0 && <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />}
          Not in QuickBooks
        </CardTitle>
        <CardDescription>
          {open > 0
            ? "Choose what it is booked to. Until then this deposit isn't posted."
            : "Booked to the accounts you chose."}
        </CardDescription>
      </CardHeader>
      <CardContent>
        <ul className="-my-4 divide-y">
          {shown.map((booking) => (
            <li key={bookingKey(booking)} className="py-4">
              <LineBooking deposit={deposit} booking={booking} />
            </li>
          ))}
        </ul>
        {shown.length < bookings.length && (
          <Button variant="outline" size="sm" className="mt-6" onClick={() => setAll(true)}>
            Show {bookings.length - shown.length} more
          </Button>
        )}
      </CardContent>
    </Card>
  );
}

interface LineBookingProps {
  deposit: DepositDetail["deposit"];
  booking: BookingView;
}

function LineBooking({ deposit, booking }: LineBookingProps) {
  const [changing, setChanging] = useState(false);
  if (booking.account === null || changing) {
    return <BookingForm {...{ deposit, booking }} onDone={() => setChanging(false)} />;
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
      <div className="min-w-0">
        <p className="font-medium">{booking.text}</p>
        <p className="text-muted-foreground">Booked to {booking.account}</p>
      </div>
      <Button variant="outline" size="sm" onClick={() => setChanging(true)}>
        Change
      </Button>
    </div>
  );
}

function BookingForm({ deposit, booking, onDone }: LineBookingProps & { onDone: () => void }) {
  const [account, setAccount] = useState<{ Id: string; Name: string } | null>(null);
  const [always, setAlways] = useState(false);
  const book = useBookLine(onDone);
  const { data, error } = useQuery(accountsQuery);
  const isUnavailable = error !== null || data?.accounts.length === 0;
  const { line_id, kind } = booking;
  function send() {
    if (account === null || kind === "fee") return;
    book.mutate({ deposit_id: deposit.id, line_id, kind, account_id: account.Id, always });
  }
  return (
    <div className="grid gap-3">
      <p className="text-sm font-medium">{booking.text}</p>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
        <Field
          label="Book to"
          hint={isUnavailable && "Connect QuickBooks to choose from its accounts."}
          error={book.error?.message}
        >
          {(control) => (
            <AccountChoice
              {...control}
              chosen={account}
              none="Choose an account"
              currency={deposit.currency}
              {...(isAccountKind(kind) && { usual: USUAL_GROUPS[kind] })}
              onChoose={setAccount}
            />
          )}
        </Field>
        <Button onClick={send} disabled={account === null} loading={book.isPending}>
          Book
        </Button>
      </div>
      {booking.always !== "" && (
        <Field label={booking.always} inline>
          {({ "aria-invalid": _, ...control }) => (
            <Checkbox
              {...control}
              checked={always}
              onCheckedChange={(checked) => setAlways(checked === true)}
            />
          )}
        </Field>
      )}
    </div>
  );
}
