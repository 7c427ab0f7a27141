import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { writeSession } from "@/lib/session-store";
import {
  companyKey,
  companyLeft,
  isCompanyRefused,
  noteAccepted,
  noteRefused,
  openCompany,
  pinCompany,
  tabCompany,
} from "@/lib/tab-company";

const ONE = "8b1f0f3e-5f0c-4c7e-9a51-0d3c6b9be2a4";
const TWO = "2c9d1d5a-7a44-4f0b-8a0e-6d1f7b3b9c11";
const user = (id: number) => ({
  ...{ id, username: "vera", email: "vera@example.com", first_name: "", last_name: "" },
  date_joined: "2026-01-01T00:00:00Z",
});

function storage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
}

const location = { href: "", search: "", assign: vi.fn() };

/** A new tab of the same browser at an address. */
function newTab(address = "/dashboard") {
  vi.stubGlobal("sessionStorage", storage());
  const { href, search } = new URL(address, "http://localhost:3000");
  Object.assign(location, { href, search });
}

beforeEach(() => {
  vi.stubGlobal("localStorage", storage());
  const history = {
    state: null,
    replaceState: (_state: unknown, _title: string, { href, search }: URL) =>
      Object.assign(location, { href, search }),
  };
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location, history }));
  newTab();
  writeSession({ token: "TOKEN a", user: user(1) });
});
afterEach(() => vi.unstubAllGlobals());

describe("the company of a tab", () => {
  it("is unknown at first, and nobody's without a user", () => {
    expect(tabCompany()).toBeNull();
    localStorage.removeItem("userData");
    pinCompany(ONE);
    expect(tabCompany()).toBeNull();
  });

  it("stays its own while another tab chooses one; new tabs begin with the last choice", () => {
    pinCompany(ONE);
    const first = sessionStorage;
    newTab();
    expect(tabCompany()).toBe(ONE);
    openCompany(TWO);
    expect(location.assign).toHaveBeenLastCalledWith("/dashboard");
    expect(tabCompany()).toBe(TWO);
    newTab();
    expect(tabCompany()).toBe(TWO);
    vi.stubGlobal("sessionStorage", first);
    expect(tabCompany()).toBe(ONE);
  });

  it("is another user's own", () => {
    pinCompany(ONE);
    writeSession({ token: "TOKEN b", user: user(2) });
    expect(tabCompany()).toBeNull();
  });

  it("comes from a mail's link, which loses it", async () => {
    pinCompany(ONE);
    newTab(`/transaction/7?line=3&company=${TWO}#lines`);
    expect(tabCompany()).toBe(TWO);
    await Promise.resolve();
    expect(location.href).toBe("http://localhost:3000/transaction/7?line=3#lines");
    newTab("/transaction/7?company=none");
    expect(tabCompany()).toBe(ONE);
  });

  it("stays that of tabs to come when a link leads elsewhere, and becomes this tab's once it is accepted", async () => {
    pinCompany(ONE);
    newTab(`/dashboard?company=${TWO}`);
    expect(tabCompany()).toBe(TWO);
    expect(sessionStorage.getItem("company:1")).toBeNull();
    await Promise.resolve();
    noteAccepted(ONE);
    expect(companyLeft()).toBeNull();
    noteAccepted(TWO);
    expect(companyLeft()).toBe(ONE);
    expect(sessionStorage.getItem("company:1")).toBe(TWO);
    expect(localStorage.getItem("company:1")).toBe(ONE);
    newTab();
    expect(tabCompany()).toBe(ONE);
  });

  it("is forgotten where the linked one is refused", async () => {
    pinCompany(ONE);
    newTab(`/dashboard?company=${TWO}`);
    expect(tabCompany()).toBe(TWO);
    await Promise.resolve();
    noteRefused(TWO);
    expect(isCompanyRefused()).toBe(true);
    expect(tabCompany()).toBe(ONE);
    newTab();
    expect(tabCompany()).toBe(ONE);
  });

  it("is part of the names of what is stored for it", () => {
    pinCompany(ONE);
    expect(companyKey("setup")).toBe(`setup:1:${ONE}`);
  });

  it("is refused only by an answer about it", () => {
    pinCompany(ONE);
    noteRefused(TWO);
    expect(isCompanyRefused()).toBe(false);
    noteRefused(ONE);
    expect(isCompanyRefused()).toBe(true);
    pinCompany(TWO);
    expect(isCompanyRefused()).toBe(false);
  });
});
