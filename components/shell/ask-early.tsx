import { headers } from "next/headers";
import { COMPANY_HEADER } from "@/lib/constants/company-header";

/** As lib/api.ts calls, with the session and the company that this tab has stored. */
const SCRIPT = `
(() => {
  const token = localStorage.getItem("authToken");
  if (token === null || localStorage.getItem("isAuthenticated") !== "true" || location.search) return;
  let id;
  try { id = JSON.parse(localStorage.getItem("userData")).id; } catch { return; }
  const company = sessionStorage.getItem("linked:" + id) ?? sessionStorage.getItem("company:" + id) ??
    localStorage.getItem("company:" + id);
  const headers = { Accept: "application/json", Authorization: token };
  if (company !== null) headers["${COMPANY_HEADER}"] = company;
  const answers = {};
  for (const address of ADDRESSES) {
    answers[address] = fetch(address, {
      headers, credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(30000),
    });
    answers[address].catch(() => {});
  }
  window.earlyCalls = { token, company, begun: performance.now(), answers };
})();`;

/**
 * Asks for what a page shows while its code is still on its way; lib/early-calls.ts has the answers. Only without a
 * query, which may name another company or another list.
 */
export async function AskEarly({ addresses }: { addresses: readonly string[] }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    // The browser hides the nonce from the page, so React finds another one than the server wrote.
    <script nonce={nonce} suppressHydrationWarning>
      {SCRIPT.replace("ADDRESSES", JSON.stringify(addresses))}
    </script>
  );
}
