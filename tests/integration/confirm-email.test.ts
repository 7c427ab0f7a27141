import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/server/platform/db";
import { sweepExpired } from "@/server/worker/sweep";
import { adminDb } from "../support/admin-db";
import { codeOf, enableTwoFactor, forgetLastCode } from "../support/authenticator";
import { call, ok } from "../support/client";
import { signUp, signUpUnproved, type TestCompany } from "../support/company";
import { confirmEmail, linksTo, newestLinkTo, waitingMails } from "../support/confirmation";
import { dumpRows } from "../support/dump";
import { browser } from "../support/reset";
import { lengthenWaits } from "../support/throttles";

const addressOf = ({ username }: TestCompany) => `${username}@example.com`;
const profileOf = ({ token }: TestCompany) => ok("GET", "/user/profile/", token);
const send = ({ token }: TestCompany) => call("POST", "/user/confirm-email/send/", { token });
const cancel = ({ token }: TestCompany) => call("POST", "/user/confirm-email/cancel/", { token });
const loginAs = (username: string, password: string) =>
  call("POST", "/user/login/api/", { body: { username, password } });

/** Requests another address, as the Account tab does. */
const move = ({ token, password }: TestCompany, email: string, more: object = {}) =>
  call("PUT", "/user/profile/", {
    token,
    body: {
      ...{ first_name: "", last_name: "", phone: "", timezone: "Europe/London" },
      ...{ email, current_password: password, ...more },
    },
  });

describe("a new account", () => {
  let person: TestCompany;
  let email: string;
  beforeEach(async () => {
    person = await signUpUnproved();
    email = addressOf(person);
  });

  test("is signed in at once, and its address is proved by the mailed link", async () => {
    expect(await profileOf(person)).toMatchObject({
      email_confirmed: false,
      unconfirmed_email: email,
    });
    const [mail, ...more] = await waitingMails(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Confirm your email address");
    // The reader may be a stranger: nothing that a user wrote.
    expect(`${mail?.subject}${mail?.text}`).not.toContain(person.username);
    const confirmed = await confirmEmail(person, await newestLinkTo(email));
    expect(confirmed.body).toMatchObject({ message: `${email} is confirmed`, user: { email } });
    expect(await profileOf(person)).toMatchObject({
      email_confirmed: true,
      unconfirmed_email: null,
    });
  });

  test("the link alone proves nothing: it needs a session of its account", async () => {
    const link = await newestLinkTo(email);
    const stranger = await signUp();
    const visitor = await call("POST", "/user/confirm-email/", { body: { token: link } });
    expect(visitor.status).toBe(401);
    const refused = await confirmEmail(stranger, link);
    expect(refused.status).toBe(404);
    expect(refused.body.message).toBe((await confirmEmail(stranger, "unknown")).body.message);
    expect((await profileOf(person)).email_confirmed).toBe(false);
    // Not used up by the stranger.
    expect((await confirmEmail(person, link)).status).toBe(200);
  });

  test("a link works once, also for two requests at the same moment", async () => {
    const link = await newestLinkTo(email);
    const answers = await Promise.all([confirmEmail(person, link), confirmEmail(person, link)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await confirmEmail(person, link)).status).toBe(404);
  });

  test("a link expires after three days, and is swept", async () => {
    const link = await newestLinkTo(email);
    await adminDb().$executeRaw`
      UPDATE email_confirmations SET expires_at = expires_at - interval '3 days'
      WHERE email = ${email}`;
    expect((await confirmEmail(person, link)).status).toBe(404);
    expect((await profileOf(person)).unconfirmed_email).toBeNull();
    await sweepExpired();
    expect(await adminDb().emailConfirmation.count({ where: { email } })).toBe(0);
    expect((await send(person)).status).toBe(200);
    expect((await confirmEmail(person, await newestLinkTo(email))).status).toBe(200);
  });

  test("a second link replaces the first", async () => {
    const first = await newestLinkTo(email);
    expect((await send(person)).body).toEqual({ message: `We sent a link to ${email}` });
    const [, second = ""] = await linksTo(email);
    expect((await confirmEmail(person, first)).status).toBe(404);
    expect((await confirmEmail(person, second)).status).toBe(200);
    expect((await send(person)).status).toBe(409);
  });

  test("an address gets a few links a day, from all accounts together", async () => {
    await lengthenWaits();
    const statuses: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) statuses.push((await send(person)).status);
    // The first of five was that of the sign-up.
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect(await linksTo(email)).toHaveLength(5);
    // Signing up with it again still works, without another mail.
    await ok("POST", "/user/delete/", person.token, { current_password: person.password });
    const password = "the next one";
    const body = { username: `next-${person.username}`, email, password };
    await ok("POST", "/user/create/api/", undefined, { ...body, password_confirm: password });
    expect(await linksTo(email)).toEqual([]);
  });

  test("nothing else is mailed there: no notice of a new password", async () => {
    const body = {
      current_password: person.password,
      new_password: "another",
      confirm_password: "",
    };
    await ok("POST", "/user/change-password/api/", person.token, {
      ...body,
      confirm_password: body.new_password,
    });
    const subjects = (await waitingMails(email)).map(({ subject }) => subject);
    expect(subjects).toEqual(["Confirm your email address"]);
  });

  test("the link is in no row of the database", async () => {
    const link = await newestLinkTo(email);
    const dump = await dumpRows();
    expect(dump).toContain(email);
    expect(dump).not.toContain(link);
  });
});

describe("another address", () => {
  let person: TestCompany;
  let email: string;
  let moved: string;
  beforeEach(async () => {
    person = await signUp();
    email = addressOf(person);
    moved = `moved-${email}`;
  });

  test("takes effect with its link; until then the old one stays in force", async () => {
    const saved = await move(person, moved, { phone: "1" });
    expect(saved.body).toMatchObject({ message: "Settings saved successfully", user: { email } });
    expect(await profileOf(person)).toMatchObject({
      ...{ email, phone: "1", email_confirmed: true, unconfirmed_email: moved },
    });
    expect((await loginAs(email, person.password)).status).toBe(200);
    expect((await loginAs(moved, person.password)).status).toBe(401);
    expect(await waitingMails(email)).toEqual([]);

    const { token: other } = (await loginAs(email, person.password)).body;
    const confirmed = await confirmEmail(person, await newestLinkTo(moved));
    expect(confirmed.body).toMatchObject({ user: { email: moved } });
    expect(await profileOf(person)).toMatchObject({
      ...{ email: moved, email_confirmed: true, unconfirmed_email: null },
    });
    expect((await loginAs(moved, person.password)).status).toBe(200);
    expect((await loginAs(email, person.password)).status).toBe(401);
    const notes = await waitingMails(email);
    expect(notes.map(({ subject }) => subject)).toEqual(["Your email address was changed"]);
    // Other sessions may be the reason for the change.
    expect((await call("GET", "/summary/", { token: other })).status).toBe(401);
  });

  test("saving something else leaves it waiting, cancelling ends it", async () => {
    await move(person, moved);
    const link = await newestLinkTo(moved);
    const { unconfirmed_email: _, ...profile } = await profileOf(person);
    await ok("PUT", "/user/profile/", person.token, { ...profile, phone: "2" });
    expect((await profileOf(person)).unconfirmed_email).toBe(moved);
    expect((await cancel(person)).body).toEqual({ message: `Your email address stays ${email}` });
    expect((await profileOf(person)).unconfirmed_email).toBeNull();
    expect((await confirmEmail(person, link)).status).toBe(404);
    expect((await cancel(person)).status).toBe(409);
    expect((await send(person)).status).toBe(409);
  });

  test("a link can be sent again; a third address replaces the second", async () => {
    await move(person, moved);
    expect((await send(person)).body).toEqual({ message: `We sent a link to ${moved}` });
    const [first = "", second = ""] = await linksTo(moved);
    expect((await confirmEmail(person, first)).status).toBe(404);
    await move(person, `third-${email}`);
    expect((await confirmEmail(person, second)).status).toBe(404);
    const answer = await confirmEmail(person, await newestLinkTo(`third-${email}`));
    expect(answer.body.user.email).toBe(`third-${email}`);
  });

  test("taken by another account meanwhile, it stays theirs, and nothing changes", async () => {
    await move(person, moved);
    const password = "the other one's";
    const body = { username: `other-${person.username}`, email: moved, password };
    await ok("POST", "/user/create/api/", undefined, { ...body, password_confirm: password });
    const [link = ""] = await linksTo(moved);
    const refused = await confirmEmail(person, link);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe("Another account already uses this email address");
    expect(await profileOf(person)).toMatchObject({ email, email_confirmed: true });
    expect((await loginAs(moved, password)).status).toBe(200);
  });

  test("two accounts that want one address: the first proof gets it", async () => {
    const other = await signUp();
    await move(person, moved);
    await move(other, moved);
    const [mine = "", theirs = ""] = await linksTo(moved);
    const answers = await Promise.all([confirmEmail(person, mine), confirmEmail(other, theirs)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await adminDb().user.count({ where: { emailKey: moved } })).toBe(1);
  });

  test("a username equal to the address changes with it", async () => {
    await adminDb().user.update({
      where: { usernameKey: person.username },
      data: { username: email, usernameKey: email },
    });
    await move(person, moved);
    expect((await profileOf(person)).username).toBe(email);
    const { body } = await confirmEmail(person, await newestLinkTo(moved));
    expect(body.user).toMatchObject({ username: moved, email: moved });
  });

  test("with two-factor on, it needs a code; the documented payload is refused in words", async () => {
    const { secret } = await enableTwoFactor(person);
    const refused = await move(person, moved);
    expect(refused.status).toBe(422);
    expect(refused.body.fields.code).toContain("Enter the code from your authenticator app");
    await forgetLastCode(person.username);
    expect((await move(person, moved, { code: "000000" })).status).toBe(422);
    expect(await linksTo(moved)).toEqual([]);
    expect((await move(person, moved, { code: codeOf(secret) })).status).toBe(200);
    expect((await confirmEmail(person, await newestLinkTo(moved))).status).toBe(200);
    // The proof removes nothing of an account whose address was proved.
    expect((await loginAs(moved, person.password)).body.code).toBe("two_factor_required");
    // Everything but a new address is saved as documented.
    expect((await move(person, moved, { phone: "3" })).status).toBe(200);
  });

  test("the old address resets the password till then, and that cancels the change", async () => {
    await move(person, moved);
    const link = await newestLinkTo(moved);
    const visitor = browser();
    await visitor.send(email);
    const [mail] = await waitingMails(email);
    await visitor.verify(email, /^(\d{6})$/m.exec(mail?.text ?? "")?.[1] ?? "");
    expect((await visitor.reset(email, "a new pass phrase")).status).toBe(200);
    const { token } = (await loginAs(email, "a new pass phrase")).body;
    expect((await profileOf({ ...person, token })).unconfirmed_email).toBeNull();
    expect((await confirmEmail({ token }, link)).status).toBe(404);
    expect((await profileOf({ ...person, token })).email).toBe(email);
  });

  test("a code for the old address resets nothing once the new one is in force", async () => {
    const visitor = browser();
    await visitor.send(email);
    const [mail] = await waitingMails(email);
    await visitor.verify(email, /^(\d{6})$/m.exec(mail?.text ?? "")?.[1] ?? "");
    await move(person, moved);
    await confirmEmail(person, await newestLinkTo(moved));
    expect((await visitor.reset(email, "a new pass phrase")).status).toBe(403);
  });

  test("an unproved old address gets no notice", async () => {
    await adminDb().user.update({
      where: { usernameKey: person.username },
      data: { emailVerifiedAt: null },
    });
    await move(person, moved);
    expect((await confirmEmail(person, await newestLinkTo(moved))).status).toBe(200);
    expect(await waitingMails(email)).toEqual([]);
    const user = await db("accounts").user.findUniqueOrThrow({
      where: { usernameKey: person.username },
    });
    expect(user.emailVerifiedAt).not.toBeNull();
  });
});
