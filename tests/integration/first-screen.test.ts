import { beforeAll, expect, test } from "vitest";
import { firstScreen } from "@/lib/contracts/first-screen";
import { firstScreenAddress, PARTS } from "@/lib/first-screen";
import { ok } from "../support/client";
import { Signed } from "./bad-input/signed";

const DASHBOARD_ONLY = ["suggestions", "queue", "posting_review", "existing_deposits"];

let signed: Signed;

beforeAll(async () => {
  signed = await Signed.create();
});

const read = (address: string) => ok("GET", address.replace(/^\/api/, ""), signed.token);

test("each part is what its own address answers", async () => {
  const screen = await read(firstScreenAddress("dashboard"));
  expect(Object.values(PARTS).sort()).toEqual(Object.keys(firstScreen.response.shape).sort());
  for (const [address, name] of Object.entries(PARTS)) {
    expect(screen[name], name).toEqual(await read(address));
  }
});

test("the list's page has none of the dashboard's", async () => {
  const screen = await read(firstScreenAddress("transactions"));
  const missing = Object.keys(screen).filter((name) => screen[name] === null);
  expect(missing.sort()).toEqual(DASHBOARD_ONLY.sort());
});
