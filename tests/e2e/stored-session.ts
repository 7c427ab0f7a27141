import type { Page } from "@playwright/test";

/** The session in the browser's storage, by its documented keys. */
export function storedSession(page: Page) {
  return page.evaluate(() => ({
    authToken: localStorage.getItem("authToken"),
    isAuthenticated: localStorage.getItem("isAuthenticated"),
    userData: JSON.parse(localStorage.getItem("userData") ?? "null") as Record<
      string,
      unknown
    > | null,
  }));
}

export const NO_SESSION = { authToken: null, isAuthenticated: null, userData: null };
