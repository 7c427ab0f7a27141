import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Role } from "@/lib/constants/roles";
import { acceptInvitation } from "@/lib/contracts/invitations";
import { invite } from "@/lib/contracts/people";
import { BASE_URL } from "./addresses";
import { type Account, callApi } from "./api";
import { type BooksOwner, withBooks } from "./books";
import { invitationLinkFor } from "./mailbox";
import { seedBooks } from "./seed-books";

/** A browser of its own, signed in as an account. */
export async function browserOf(
  browser: Browser,
  { token, user }: Account,
): Promise<BrowserContext> {
  const stored = { authToken: token, isAuthenticated: "true", userData: JSON.stringify(user) };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  return browser.newContext({
    storageState: {
      cookies: [],
      origins: [{ origin: new URL(BASE_URL).origin, localStorage }],
    },
  });
}

/** Invites an account into the company of the owner's session; it accepts. @param count the invitations it got by then */
export async function join(owner: Account, guest: Account, role: Role, count = 1): Promise<void> {
  await callApi(invite, { token: owner.token, body: { email: guest.email, role } });
  const link = await invitationLinkFor(guest.email, count);
  await callApi(acceptInvitation, {
    token: guest.token,
    body: { token: link.split("#")[1] ?? "" },
  });
}

/** The guest as a member of the owner's company, where the invitation isn't what is tested. */
export function seedMember(
  owner: BooksOwner,
  { user }: Pick<Account, "user">,
  role: Role,
): Promise<void> {
  return withBooks(owner, async ({ companyId, query }) => {
    await query(
      "INSERT INTO memberships (company_id, user_id, role) VALUES ($1, $2, $3::membership_role)",
      [companyId, user.id, role],
    );
  });
}

/** One suggested deposit. */
export async function seedSuggestion(owner: BooksOwner, customer: string): Promise<void> {
  await seedBooks(owner, {
    payments: [{ id: `p-${customer}`, amount: 10_000, customer }],
    deposits: [
      {
        id: `po-${customer}`,
        lines: [{ amount: 10_000, customer }],
        suggested: { payment: `p-${customer}`, probability: 0.9 },
      },
    ],
  });
}

/** The switcher in the top navigation, which names the company that the tab shows. */
export const companyButton = (page: Page, name: string) =>
  page.getByRole("button", { name: `Company: ${name}` });

/** What a new account's company is called. */
export const nameOf = ({ username }: Account) => `${username}'s company`;
