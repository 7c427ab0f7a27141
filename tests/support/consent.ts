import { ok } from "./client";

/** Starts a connection, presses Connect on the provider's page, and returns the callback's parameters. */
export async function consented(path: string, token: string): Promise<Record<string, string>> {
  const { authorization_url } = await ok("GET", path, token);
  const page = new URL(authorization_url);
  const answer = await fetch(page, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...Object.fromEntries(page.searchParams), decision: "connect" }),
  });
  const { searchParams } = new URL(answer.headers.get("location") ?? "");
  return Object.fromEntries([...searchParams].filter(([name]) => name !== "scope"));
}
