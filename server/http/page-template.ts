/** An answer of Next's, of which what concerns its connection alone is left out. */
export interface Sample {
  status: number;
  /** Names and values in turn, as sent. */
  headers: readonly string[];
  text: string;
  /** The number that stood for the free part of the path; empty where it has none. */
  id: string;
}

/** A page's answer without what differs between two of them: `fill` puts a nonce and an id there. */
export interface PageTemplate {
  fill(nonce: string, id: string): Pick<Sample, "headers" | "text">;
}

/**
 * What two answers have in common that were rendered for different callers.
 * @returns null unless they are pages that differ in nothing but their nonce and their id.
 */
export function templateOf(one: Sample, other: Sample): PageTemplate | null {
  const [template, same] = [one, other].map(withHoles);
  if (!template || !same || template.nonce === same.nonce) return null;
  if (JSON.stringify(template.holes) !== JSON.stringify(same.holes)) return null;
  const { headers, text } = template.holes;
  return {
    fill: (nonce, id) => ({
      headers: headers.map((parts) => parts.join(nonce)),
      text: text.map((parts) => parts.join(id)).join(nonce),
    }),
  };
}

function withHoles({ status, headers, text, id }: Sample) {
  const nonce = /'nonce-([\w-]+)'/.exec(header(headers, "content-security-policy"))?.[1];
  const isPage = status === 200 && header(headers, "content-type").startsWith("text/html");
  if (!isPage || nonce === undefined || header(headers, "set-cookie") !== "") return null;
  return {
    nonce,
    holes: {
      headers: headers.map((each) => each.split(nonce)),
      text: text.split(nonce).map((part) => (id ? part.split(id) : [part])),
    },
  };
}

/** Empty where there is none. */
function header(headers: readonly string[], name: string): string {
  const at = headers.findIndex((each, index) => index % 2 === 0 && each.toLowerCase() === name);
  return at < 0 ? "" : (headers[at + 1] ?? "");
}
