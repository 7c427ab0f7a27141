import { ok } from "../../support/client";
import { audited } from "./audited";

/** Chooses an account for a kind of line in Settings, and for a line on a deposit that was posted and undone. */
export async function bookAccounts(token: string): Promise<void> {
  const { accounts } = await ok("GET", "/qb/accounts/", token);
  const account_id = accounts[0].Id;
  await audited("integration.settings_saved", ["PUT", "/settings/accounts/"], token, {
    ...{ integration_type: "stripe", kind: "transfer", account_id },
  });
  const { deposit_id, line_id, kind } = await postedBooking(token);
  await ok("POST", "/qb/undo/", token, { deposit_id });
  await audited("deposit.line_booked", ["POST", "/qb/book-line/"], token, {
    ...{ deposit_id, line_id, kind, account_id },
  });
}

async function postedBooking(token: string) {
  const { deposits } = await ok("GET", "/qb/deposit-status/?status=posted", token);
  for (const { id: deposit_id } of deposits) {
    const { bookings } = await ok("GET", `/qb/deposit/?deposit_id=${deposit_id}`, token);
    if (bookings.length > 0) return { deposit_id, ...bookings[0] };
  }
  throw new Error("the sample has a posted deposit with a line that no payment explains");
}
