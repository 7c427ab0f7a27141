import { memoize } from "../collections/memoize";

/** Mailboxes that anybody can have: their domain says nothing about a customer. */
const PUBLIC = new Set(
  (
    "gmail googlemail yahoo ymail rocketmail hotmail outlook live msn icloud me mac aol gmx web proton protonmail " +
    "pm mail email inbox fastmail zoho yandex ya bk list rambler qq 163 126 sina naver daum hanmail t-online freenet " +
    "arcor posteo mailbox orange wanadoo free laposte sfr libero virgilio tiscali alice tin terra telefonica " +
    "comcast verizon att sbcglobal bellsouth cox charter earthlink juno optonline btinternet btopenworld sky " +
    "talktalk virginmedia ntlworld blueyonder shaw rogers sympatico bigpond optusnet xtra uol bol ig wp o2 onet " +
    "interia op seznam centrum abv ukr i rediffmail hey tutanota tuta duck hushmail ziggo kpn planet hetnet " +
    "telenet skynet bluewin sunrise chello telia tele2 online docomo softbank ezweb nate"
  ).split(" "),
);
const SECOND_LEVEL = new Set("co com org net ac gov or ne edu".split(" "));

/** @returns the domain of an address; empty for none */
export function mailDomain(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1 || email.length);
}

/** @returns the registered label of a domain: "northgate" for mail.northgate.co.uk */
export function domainLabel(domain: string): string {
  const labels = domain.split(".");
  const isSecondLevel = labels.length > 2 && SECOND_LEVEL.has(labels.at(-2) ?? "");
  return labels.at(isSecondLevel ? -3 : -2) ?? "";
}

/** Whether a domain belongs to a company and not to a provider of mailboxes. */
export const isPrivateDomain = memoize(
  (domain) => domain !== "" && !PUBLIC.has(domainLabel(domain)),
);
