import { describe, expect, test } from "vitest";
import type { Role } from "@/lib/constants/roles";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { keptAnswer } from "@/server/http/kept-answers";
import { mintCompanyId } from "@/server/platform/company-id";

const endpoint = { method: "GET", path: "/list/", kept: () => true } as const;
let companies = 0;

function caller(part: { role?: Role; userId?: number; apiToken?: string } = {}) {
  companies += 1;
  const id = `00000000-0000-4000-8000-${String(companies).padStart(12, "0")}`;
  const request = { requestId: "", ipAddress: "", userAgent: "", sessionId: "" };
  return { ...request, companyId: mintCompanyId(id), userId: 1, role: "owner" as Role, ...part };
}

/** Asks as a caller; whether the answer had to be worked out, and its text. */
async function ask(
  session: ReturnType<typeof caller>,
  revision: string | null,
  value: unknown = "x",
  of: Pick<Endpoint, "method" | "path" | "kept"> = endpoint,
  query: unknown = {},
) {
  let isNew = false;
  const { bytes } = await keptAnswer({ ...session, revision }, of, query, async () => {
    isNew = true;
    return value;
  });
  return { isNew, text: new TextDecoder().decode(bytes) };
}

describe("an answer is kept", () => {
  test("for one revision, and for none where it isn't known", async () => {
    const session = caller();
    expect(await ask(session, null)).toMatchObject({ isNew: true });
    expect(await ask(session, "1", "first")).toEqual({ isNew: true, text: '"first"' });
    expect(await ask(session, "1", "second")).toEqual({ isNew: false, text: '"first"' });
    expect(await ask(session, null, "now")).toEqual({ isNew: true, text: '"now"' });
    expect(await ask(session, "2", "third")).toEqual({ isNew: true, text: '"third"' });
    expect(await ask(session, "1", "late")).toEqual({ isNew: true, text: '"late"' });
  });

  test("for one caller, endpoint and query", async () => {
    const session = caller();
    await ask(session, "1");
    for (const part of [{ userId: 2 }, { role: "viewer" as const }, { apiToken: "program" }]) {
      expect(await ask({ ...session, ...part }, "1")).toMatchObject({ isNew: true });
    }
    expect(await ask(caller(), "1")).toMatchObject({ isNew: true });
    const other = { ...endpoint, path: "/other/" } as const;
    expect(await ask(session, "1", "x", other)).toMatchObject({ isNew: true });
    expect(await ask(session, "1", "x", endpoint, { page: 2 })).toMatchObject({ isNew: true });
  });

  test("where its contract says so of it, and up to half a megabyte", async () => {
    const session = caller();
    const some = { ...endpoint, kept: (answer: unknown) => answer === "yes" };
    for (const [value, isNew] of [
      ["no", true],
      ["yes", true],
      ["yes", false],
    ] as const) {
      expect(await ask(session, "1", value, some)).toMatchObject({ isNew });
    }
    const large = "x".repeat(524_287);
    const own = caller();
    await ask(own, "1", large);
    expect(await ask(own, "1", large)).toMatchObject({ isNew: true });
  });

  test("until others have filled eight megabytes, those first that nobody asks for", async () => {
    const asked = caller();
    const forgotten = caller();
    await ask(forgotten, "1");
    await ask(asked, "1");
    for (let filled = 0; filled < 8_400_000; filled += 500_000) {
      await ask(caller(), "1", "x".repeat(500_000));
      expect(await ask(asked, "1")).toMatchObject({ isNew: false });
    }
    expect(await ask(forgotten, "1")).toMatchObject({ isNew: true });
  });
});

test("no day of a time zone ends within a quarter of an hour, by which revisions count the time", () => {
  const moment = new Date("2026-11-28T20:07:00Z");
  for (const timeZone of Intl.supportedValuesOf("timeZone")) {
    const minute = new Intl.DateTimeFormat("en", { timeZone, minute: "numeric" }).format(moment);
    expect([timeZone, Number(minute) % 15]).toEqual([timeZone, 7]);
  }
});
