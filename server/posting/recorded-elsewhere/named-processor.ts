/** How people and bank feeds write the processors whose money arrives in lumps, in lower case. */
const NAMES = [
  ...["stripe", "authorize.net", "authnet", "authorize net", "paypal", "square", "squareup"],
  ...[
    "shopify",
    "braintree",
    "adyen",
    "klarna",
    "affirm",
    "afterpay",
    "clearpay",
    "amazon",
    "ebay",
  ],
  ...["etsy", "clover", "toast", "worldpay", "gocardless", "sumup", "zettle", "izettle", "mollie"],
  ...[
    "checkout.com",
    "intuit pymt",
    "quickbooks payments",
    "merchant bankcd",
    "bankcard",
    "first data",
  ],
  ...[
    "fiserv",
    "elavon",
    "heartland",
    "tsys",
    "helcim",
    "moneris",
    "venmo",
    "zelle",
    "wise",
    "helloasso",
  ],
];

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  "authorize.net": ["authorize.net", "authnet", "authorize net", "merchant bankcd", "bankcard"],
};

/** What a text says about the processor: it is named, another one is, or none. */
export function namedProcessor(text: string, processor: string): "same" | "other" | "none" {
  const lower = text.toLowerCase();
  const own = ALIASES[processor.toLowerCase()] ?? [processor.toLowerCase()];
  if (own.some((name) => hasWord(lower, name))) return "same";
  return NAMES.some((name) => hasWord(lower, name)) ? "other" : "none";
}

/** "wise" is not in "otherwise", "stripe" not in "striped". */
function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + name.length])) return true;
  }
  return false;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && character.toLowerCase() !== character.toUpperCase();
}
