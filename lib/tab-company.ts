import { COMPANY_PARAMETER } from "@/lib/constants/company-header";
import { readUser } from "@/lib/session-user";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const listeners = new Set<() => void>();
let refused = false;
let left: string | null = null;

/** Per account, because several users may share this browser. */
const keyOf = (name = "company"): string => `${name}:${readUser()?.id ?? ""}`;

/**
 * The company that this tab shows; null before the server has said one. Each tab keeps its own. A new tab begins with
 * the company of its link, or the one that was last chosen in this browser.
 */
export function tabCompany(): string | null {
  if (readUser() === null) return null;
  const linked = takeLinked();
  if (linked) sessionStorage.setItem(keyOf("linked"), linked);
  const own = linked ?? sessionStorage.getItem(keyOf("linked")) ?? sessionStorage.getItem(keyOf());
  if (own !== null) return own;
  const last = localStorage.getItem(keyOf());
  if (last !== null) sessionStorage.setItem(keyOf(), last);
  return last;
}

/** The server accepted a company. If a link named it, it becomes this tab's company, but not the default of new tabs. */
export function noteAccepted(id: string): void {
  if (sessionStorage.getItem(keyOf("linked")) !== id) return;
  const before = sessionStorage.getItem(keyOf()) ?? localStorage.getItem(keyOf());
  sessionStorage.removeItem(keyOf("linked"));
  sessionStorage.setItem(keyOf(), id);
  if (before === null || before === id) return;
  left = before;
  for (const listener of listeners) listener();
}

/** The company that this tab showed before a link switched it; null if none did. */
export function companyLeft(): string | null {
  return left;
}

/** Makes a company this tab's own, and that of tabs to come. */
export function pinCompany(id: string): void {
  refused = false;
  sessionStorage.removeItem(keyOf("linked"));
  sessionStorage.setItem(keyOf(), id);
  localStorage.setItem(keyOf(), id);
}

/** Shows another company in this tab. The page starts anew, so that nothing of the former one stays. */
export function openCompany(id: string, address = "/dashboard"): void {
  pinCompany(id);
  window.location.assign(address);
}

/** The name of a stored value that belongs to the user and the company. */
export function companyKey(name: string): string {
  return `${name}:${readUser()?.id ?? ""}:${tabCompany() ?? ""}`;
}

/** The server said that the user isn't a member of this tab's company. A linked one is forgotten. */
export function noteRefused(id: string | null): void {
  if (id === null || id !== tabCompany()) return;
  sessionStorage.removeItem(keyOf("linked"));
  refused = true;
  for (const listener of listeners) listener();
}

export function isCompanyRefused(): boolean {
  return refused;
}

/** Calls back when the server accepts or refuses this tab's company. */
export function subscribeCompany(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The company that the page's link names, until the address is cleaned of it. */
function takeLinked(): string | null {
  if (!window.location.search.includes(`${COMPANY_PARAMETER}=`)) return null;
  const linked = new URL(window.location.href).searchParams.get(COMPANY_PARAMETER);
  if (linked === null) return null;
  // Later: a change of the address draws the page, and this may be part of drawing it.
  queueMicrotask(cleanAddress);
  return UUID.test(linked) ? linked : null;
}

function cleanAddress(): void {
  const address = new URL(window.location.href);
  if (!address.searchParams.has(COMPANY_PARAMETER)) return;
  address.searchParams.delete(COMPANY_PARAMETER);
  window.history.replaceState(window.history.state, "", address);
}
