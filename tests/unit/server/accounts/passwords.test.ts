import { verify } from "@node-rs/argon2";
import { expect, test, vi } from "vitest";
import { hashPassword, verifyPassword } from "@/server/accounts/passwords";

// Observes the library itself.
vi.mock("@node-rs/argon2", { spy: true });

const watched = vi.mocked(verify);
const PARAMETERS = /^(\$argon2id\$v=19\$m=19456,t=2,p=1)\$([\w+/]{22})\$([\w+/]{43})$/;

test("passwords are hashed by argon2id with 19 MiB and 2 passes, each with its own salt", async () => {
  const hashes = await Promise.all([hashPassword("the same"), hashPassword("the same")]);
  for (const hash of hashes) expect(hash).toMatch(PARAMETERS);
  expect(hashes[0]).not.toBe(hashes[1]);
  expect(await verifyPassword(hashes[0], "the same")).toBe(true);
  expect(await verifyPassword(hashes[0], "the samE")).toBe(false);
});

test("without an account the same work is done, from the first call on: one hash like the others", async () => {
  const stored = await hashPassword("of another user");
  for (const hash of [stored, null, null]) {
    watched.mockClear();
    expect(await verifyPassword(hash, "a guess")).toBe(false);
    expect(watched).toHaveBeenCalledOnce();
    const [against, password] = watched.mock.calls[0] ?? [];
    expect(String(against)).toMatch(PARAMETERS);
    expect(password).toBe("a guess");
  }
});
