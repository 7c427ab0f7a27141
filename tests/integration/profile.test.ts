import { beforeEach, describe, expect, test } from "vitest";
import { call, handlerOf, ok } from "../support/client";
import { signUp, type TestCompany } from "../support/company";
import { confirmEmail, linksTo, newestLinkTo } from "../support/confirmation";
import { lengthenWaits } from "../support/throttles";

let person: TestCompany;
let email: string;

beforeEach(async () => {
  person = await signUp();
  email = `${person.username}@example.com`;
});

const profileOf = (token: string) => ok("GET", "/user/profile/", token);
const form = (changes: object = {}) => ({
  first_name: "Ada",
  last_name: "Lovelace",
  email,
  phone: "+44 20 7946 0958",
  timezone: "Europe/London",
  ...changes,
});

const save = (changes: object = {}, token = person.token) =>
  call("PUT", "/user/profile/", { token, body: form(changes) });

describe("the profile", () => {
  test("begins with the data of sign-up, and keeps what is saved", async () => {
    expect(await profileOf(person.token)).toEqual({
      username: person.username,
      email,
      first_name: "",
      last_name: "",
      phone: "",
      timezone: "America/New_York",
      has_avatar: false,
      has_password: true,
      email_confirmed: true,
      unconfirmed_email: null,
    });
    const saved = await save();
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({
      message: "Settings saved successfully",
      user: { username: person.username, email, first_name: "Ada", last_name: "Lovelace" },
    });
    expect(await profileOf(person.token)).toMatchObject(form());
  });

  test.each([
    ["America/Chicago", 200],
    ["America/Denver", 200],
    ["America/Los_Angeles", 200],
    ["Pacific/Chatham", 200],
    ["Europe/Atlantis", 400],
    ["+02:00", 400],
    ["", 400],
  ])("time zone %s: %i", async (timezone, status) => {
    expect((await save({ timezone })).status).toBe(status);
  });

  test("a new address needs the password, each time", async () => {
    const moved = `moved-${email}`;
    for (const current_password of [undefined, "", "not this one"]) {
      const answer = await save({ email: moved, current_password });
      expect(answer.status).toBe(422);
      expect(answer.body.fields).toHaveProperty("current_password");
    }
    expect((await profileOf(person.token)).email).toBe(email);
    expect(await linksTo(moved)).toEqual([]);
    const answer = await save({ email: moved, current_password: person.password });
    expect(answer.status).toBe(200);
    expect(await linksTo(moved)).toHaveLength(1);
  });

  test("another spelling of the same address needs no password", async () => {
    expect((await save({ email: email.toUpperCase() })).status).toBe(200);
    expect((await profileOf(person.token)).email).toBe(email.toUpperCase());
  });

  test("another account's address or username can't be taken", async () => {
    const other = await signUp();
    const { password } = person;
    const taken = await save({
      email: `${other.username}@EXAMPLE.com`,
      current_password: password,
    });
    expect(taken.status).toBe(409);
    expect(taken.body.fields).toHaveProperty("email");
    expect((await profileOf(person.token)).email).toBe(email);
  });

  test("a username equal to the address changes with it", async () => {
    const address = `named-${email}`;
    const password = "named by address";
    const { token } = await ok("POST", "/user/create/api/", undefined, {
      username: address,
      email: address,
      password,
      password_confirm: password,
    });
    const moved = `moved-${email}`;
    expect((await save({ email: moved, current_password: password }, token)).status).toBe(200);
    expect((await confirmEmail({ token }, await newestLinkTo(moved))).status).toBe(200);
    expect((await profileOf(token)).username).toBe(moved);
    // The old address is free: its next owner signs up with it.
    const next = { username: address, password: "another owner's" };
    await ok("POST", "/user/create/api/", undefined, {
      ...next,
      email: address,
      password_confirm: next.password,
    });
    await ok("POST", "/user/login/api/", undefined, next);
  });

  test("repeated changes can't flood strangers' addresses", async () => {
    await lengthenWaits();
    const { password: current_password } = person;
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      statuses.push((await save({ email: `stranger-${i}-${email}`, current_password })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    // What is not about the address is saved.
    expect((await save({ phone: "1" })).status).toBe(200);
  });

  test("a taken address reveals no more than sign-up does, and attempts are throttled", async () => {
    const other = await signUp();
    const { password: current_password } = person;
    const probe = () => save({ email: `${other.username}@example.com`, current_password });
    const [first] = await Promise.all(Array.from({ length: 5 }, probe));
    expect(first?.body.message).toBe("Another account already uses this email address");
    expect(JSON.stringify(first?.body)).not.toContain(other.username);
    expect((await probe()).status).toBe(429);
  });

  test("of two concurrent address changes one waits for its proof", async () => {
    const addresses = ["one", "two"].map((name) => `${name}-${email}`);
    await Promise.all(
      addresses.map((address) => save({ email: address, current_password: person.password })),
    );
    const { unconfirmed_email } = await profileOf(person.token);
    const works = await Promise.all(
      addresses.map(async (address) => {
        const { status } = await confirmEmail(person, await newestLinkTo(address));
        return [address, status];
      }),
    );
    expect(works.filter(([, status]) => status === 200)).toEqual([[unconfirmed_email, 200]]);
  });
});

describe("the picture", () => {
  const PNG = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const JPEG = Buffer.concat([Buffer.from("ffd8ffe000104a46494600", "hex"), Buffer.alloc(40)]);
  const WEBP = Buffer.concat([Buffer.from("RIFF\x24\0\0\0WEBPVP8 ", "latin1"), Buffer.alloc(20)]);

  const upload = (image: Buffer, token = person.token) =>
    call("PUT", "/user/avatar/", { token, body: { image: image.toString("base64") } });

  async function fetchPicture(token: string, headers: Record<string, string> = {}) {
    const handler = await handlerOf("GET", "/api/user/avatar/");
    const address = "http://localhost:3000/api/user/avatar/";
    return handler(new Request(address, { headers: { authorization: token, ...headers } }));
  }

  test.each([
    ["image/png", PNG],
    ["image/jpeg", JPEG],
    ["image/webp", WEBP],
  ])("%s is returned as sent, with its type, to its owner only", async (type, image) => {
    expect((await upload(image)).status).toBe(200);
    expect((await profileOf(person.token)).has_avatar).toBe(true);
    const picture = await fetchPicture(person.token);
    expect(picture.status).toBe(200);
    expect(Buffer.from(await picture.arrayBuffer()).equals(image)).toBe(true);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      "content-type": type,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
      vary: "Authorization",
    });
    const again = await fetchPicture(person.token, {
      "if-none-match": picture.headers.get("etag") ?? "",
    });
    expect(again.status).toBe(304);
    const stranger = await signUp();
    expect((await fetchPicture(stranger.token)).status).toBe(404);
    expect((await fetchPicture("")).status).toBe(401);
  });

  test.each([
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ["a GIF", Buffer.from("GIF89a\x01\0\x01\0", "latin1")],
    ["a page", Buffer.from("<!doctype html><script>1</script>")],
    ["a RIFF that is no WebP", Buffer.from("RIFF\x24\0\0\0WAVEfmt ", "latin1")],
    ["almost nothing", Buffer.from([0x89, 0x50])],
  ])("%s is refused", async (_name, image) => {
    const answer = await upload(image);
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toHaveProperty("image");
    expect((await profileOf(person.token)).has_avatar).toBe(false);
  });

  test("512 KB are accepted, one byte more is not", async () => {
    const sized = (bytes: number) => Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)]);
    expect((await upload(sized(524_288))).status).toBe(200);
    expect((await upload(sized(524_289))).status).toBe(422);
    expect((await upload(sized(600_000))).status).toBe(400);
    const picture = await fetchPicture(person.token);
    expect((await picture.arrayBuffer()).byteLength).toBe(524_288);
  });

  test("it can be removed, twice", async () => {
    await upload(PNG);
    for (let i = 0; i < 2; i += 1) {
      await ok("DELETE", "/user/avatar/", person.token);
      expect((await fetchPicture(person.token)).status).toBe(404);
    }
    expect((await profileOf(person.token)).has_avatar).toBe(false);
  });
});
