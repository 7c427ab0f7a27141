/** One table of payments, and how programs and countries write it. */

export interface Sale {
  kind: "payment" | "receipt" | "refund" | "invoice";
  num: string;
  /** `YYYY-MM-DD` */
  date: string;
  name: string;
  memo: string;
  /** Cents of euros, never negative. */
  cents: number;
}

export type Pick = <Value>(values: readonly Value[]) => Value;

/** The same choices for the same seed. */
export function seeded(seed: number): Pick {
  let state = seed;
  return (values) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 0;
    const value = values[mixed % values.length];
    if (value === undefined) throw new Error("nothing to pick");
    return value;
  };
}

const LANGUAGES = [
  {
    headings: [
      "Date",
      "Transaction type",
      "Num",
      "Customer",
      "Memo/Description",
      "Account name",
      "Amount",
    ],
    kinds: { payment: "Payment", receipt: "Sales Receipt", refund: "Refund", invoice: "Invoice" },
    locale: "en-GB",
    account: "Undeposited Funds",
    total: "TOTAL",
  },
  {
    headings: [
      "Date",
      "Type d’opération",
      "N°",
      "Client",
      "Note/Description",
      "Nom du compte",
      "Montant",
    ],
    kinds: {
      payment: "Paiement",
      receipt: "Reçu de vente",
      refund: "Remboursement",
      invoice: "Facture",
    },
    locale: "fr",
    account: "Fonds non déposés",
    total: "Total",
  },
  {
    headings: [
      "Fecha",
      "Tipo de transacción",
      "Núm.",
      "Cliente",
      "Descripción",
      "Cuenta",
      "Importe",
    ],
    kinds: { payment: "Pago", receipt: "Recibo de venta", refund: "Reembolso", invoice: "Factura" },
    locale: "es",
    account: "Fondos sin depositar",
    total: "TOTAL",
  },
  {
    headings: ["Data", "Tipo de transação", "Número", "Cliente", "Descrição", "Conta", "Valor"],
    kinds: {
      payment: "Pagamento",
      receipt: "Recibo de vendas",
      refund: "Reembolso",
      invoice: "Fatura",
    },
    locale: "pt",
    account: "Fundos não depositados",
    total: "Total",
  },
  {
    headings: ["Datum", "Transaktionsart", "Nr.", "Kunde", "Beschreibung", "Konto", "Betrag"],
    kinds: {
      payment: "Zahlung",
      receipt: "Verkaufsbeleg",
      refund: "Rückerstattung",
      invoice: "Rechnung",
    },
    locale: "de",
    account: "Nicht eingezahlte Gelder",
    total: "Gesamt",
  },
  {
    headings: ["Datum", "Transactietype", "Nummer", "Klant", "Omschrijving", "Rekening", "Bedrag"],
    kinds: {
      payment: "Betaling",
      receipt: "Verkoopbon",
      refund: "Terugbetaling",
      invoice: "Factuur",
    },
    locale: "nl",
    account: "Niet-gestorte gelden",
    total: "Totaal",
  },
] as const;

type Numbers =
  | "1,234.56"
  | "1.234,56"
  | "1'234.56"
  | "1 234,56"
  | "1\u00a0234,56"
  | "1234.56"
  | "1234,56";
export type Dates =
  | "iso"
  | "y/m/d"
  | "y.m.d"
  | "d/m/y"
  | "d.m.y"
  | "d-m-yy"
  | "m/d/y"
  | "m/d/y 0:00"
  | "words"
  | "short";

const NUMBERS: Numbers[] = [
  "1,234.56",
  "1.234,56",
  "1'234.56",
  "1 234,56",
  "1\u00a0234,56",
  "1234.56",
  "1234,56",
];
const DATES: Dates[] = [
  "iso",
  "y/m/d",
  "y.m.d",
  "d/m/y",
  "d.m.y",
  "d-m-yy",
  "m/d/y",
  "m/d/y 0:00",
  "words",
  "short",
];

export type Encoding =
  | "utf-8"
  | "utf-8 with mark"
  | "utf-16le"
  | "utf-16le without mark"
  | "utf-16be"
  | "windows-1252";

export interface TableDialect {
  encoding: Encoding;
  separator: "," | ";" | "\t" | "|";
  lineEnd: "\n" | "\r\n";
  quotes: "all" | "needed";
  language: (typeof LANGUAGES)[number];
  letters: "as is" | "upper" | "lower";
  numbers: Numbers;
  dates: Dates;
  currency: "nowhere" | "before" | "after" | "code" | "heading" | "title" | "column" | "total";
  refunds: "plain" | "minus" | "brackets" | "minus after";
  titles: 0 | 1 | 3;
  isPadded: boolean;
  repeatsHeader: boolean;
  hasTotal: boolean;
  emptyColumns: "none" | "end" | "middle";
  isShort: boolean;
  hasNameToo: boolean;
}

export function anyDialect(pick: Pick): TableDialect {
  const yesOrNo = () => pick([true, false]);
  return {
    encoding: pick([
      "utf-8",
      "utf-8 with mark",
      "utf-16le",
      "utf-16le without mark",
      "utf-16be",
      "windows-1252",
    ]),
    separator: pick([",", ";", "\t", "|"]),
    lineEnd: pick(["\n", "\r\n"]),
    quotes: pick(["all", "needed"]),
    language: pick(LANGUAGES),
    letters: pick(["as is", "upper", "lower"]),
    numbers: pick(NUMBERS),
    dates: pick(DATES),
    currency: pick(["nowhere", "before", "after", "code", "heading", "title", "column", "total"]),
    refunds: pick(["plain", "minus", "brackets", "minus after"]),
    titles: pick([0, 1, 3]),
    isPadded: yesOrNo(),
    repeatsHeader: yesOrNo(),
    hasTotal: yesOrNo(),
    emptyColumns: pick(["none", "end", "middle"]),
    isShort: yesOrNo(),
    hasNameToo: yesOrNo(),
  };
}

/** The bytes of the table in that dialect. */
export function written(sales: readonly Sale[], dialect: TableDialect): Buffer {
  const { language, separator } = dialect;
  const header = headerOf(dialect);
  const titles = ["Fern Street", "Report", dialect.currency === "title" ? "Amounts in EUR" : "All"];
  const rows = [
    ...titles
      .slice(0, dialect.currency === "title" ? 3 : dialect.titles)
      .map((title) => padded([title], dialect, header)),
    header,
    ...sales.flatMap((sale, i) => {
      const repeated = dialect.repeatsHeader && i === 2 ? [header] : [];
      return [...repeated, rowOf(sale, dialect)];
    }),
  ];
  if (dialect.hasTotal || dialect.currency === "total") {
    const total = sales.reduce((sum, { cents }) => sum + cents, 0);
    const cells = spread(
      [language.total, "", "", "", "", "", withCurrency(number(total, dialect), dialect, true)],
      dialect,
    );
    rows.push(cells);
  }
  const lines = rows.map((cells) => cells.map((cell) => quoted(cell, dialect)).join(separator));
  return encoded(lines.join(dialect.lineEnd) + dialect.lineEnd, dialect.encoding);
}

function headerOf(dialect: TableDialect): string[] {
  const headings: string[] = dialect.language.headings.map((heading) => {
    if (dialect.letters === "upper") return heading.toUpperCase();
    return dialect.letters === "lower" ? heading.toLowerCase() : heading;
  });
  const last = headings.pop() ?? "";
  return spread([...headings, dialect.currency === "heading" ? `${last} (EUR)` : last], dialect, {
    currency: "Currency",
    name: "Name",
  });
}

/** Adds the columns that the dialect has. */
function spread(
  cells: string[],
  dialect: TableDialect,
  more = { currency: "", name: "" },
): string[] {
  const wide = [...cells];
  if (dialect.currency === "column") wide.push(more.currency);
  if (dialect.hasNameToo) wide.push(more.name);
  if (dialect.emptyColumns === "middle") wide.splice(3, 0, "");
  if (dialect.emptyColumns === "end") wide.push("", "");
  return wide;
}

function padded(cells: string[], { isPadded }: TableDialect, header: string[]): string[] {
  return isPadded ? [...cells, ...header.slice(cells.length).map(() => "")] : cells;
}

function rowOf(sale: Sale, dialect: TableDialect): string[] {
  const { language } = dialect;
  const isRefund = sale.kind === "refund";
  const digits = number(sale.cents, dialect);
  const signed = isRefund ? negative(digits, dialect.refunds) : digits;
  const cells = [
    ...[
      dateOf(sale.date, dialect),
      language.kinds[sale.kind],
      sale.num,
      sale.name,
      sale.memo,
      language.account,
    ],
    withCurrency(signed, dialect, false),
  ];
  const row = spread(cells, dialect, { currency: "EUR", name: `${sale.name} (contact)` });
  const last = row.findLastIndex((cell) => cell !== "");
  return dialect.isShort ? row.slice(0, last + 1) : row;
}

function number(cents: number, { numbers }: TableDialect): string {
  const whole = String(Math.floor(cents / 100));
  const fraction = String(cents % 100).padStart(2, "0");
  const [, group = "", decimal = ""] = /^1(\D?)234(\D)56$/.exec(numbers) ?? [];
  return whole.replace(/\B(?=(\d{3})+$)/g, group) + decimal + fraction;
}

function negative(text: string, how: TableDialect["refunds"]): string {
  if (how === "minus") return `-${text}`;
  if (how === "brackets") return `(${text})`;
  return how === "minus after" ? `${text}-` : text;
}

function withCurrency(text: string, { currency }: TableDialect, isTotal: boolean): string {
  if (currency === "before" || (currency === "total" && isTotal)) return `€${text}`;
  if (currency === "after") return `${text} €`;
  return currency === "code" ? `EUR ${text}` : text;
}

function dateOf(date: string, { dates, language }: TableDialect): string {
  const [year = "", month = "", day = ""] = date.split("-");
  const inWords = (style: "long" | "short") =>
    new Intl.DateTimeFormat(language.locale, {
      day: "numeric",
      month: style,
      year: "numeric",
      timeZone: "UTC",
    }).format(new Date(date));
  const forms: Record<Dates, () => string> = {
    iso: () => date,
    "y/m/d": () => `${year}/${month}/${day}`,
    "y.m.d": () => `${year}.${month}.${day}`,
    "d/m/y": () => `${day}/${month}/${year}`,
    "d.m.y": () => `${Number(day)}.${Number(month)}.${year}`,
    "d-m-yy": () => `${day}-${month}-${year.slice(2)}`,
    "m/d/y": () => `${month}/${day}/${year}`,
    "m/d/y 0:00": () => `${Number(month)}/${Number(day)}/${year} 0:00`,
    words: () => inWords("long"),
    short: () => inWords("short"),
  };
  return forms[dates]();
}

function quoted(cell: string, { quotes, separator }: TableDialect): string {
  const isNeeded = cell.includes(separator) || /["\r\n]/.test(cell);
  return quotes === "all" || isNeeded ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function encoded(text: string, encoding: Encoding): Buffer {
  switch (encoding) {
    case "utf-8":
      return Buffer.from(text);
    case "utf-8 with mark":
      return Buffer.from(`\ufeff${text}`);
    case "utf-16le":
      return Buffer.from(`\ufeff${text}`, "utf16le");
    case "utf-16le without mark":
      return Buffer.from(text, "utf16le");
    case "utf-16be":
      return Buffer.from(`\ufeff${text}`, "utf16le").swap16();
    case "windows-1252":
      return Buffer.from(text.replaceAll("€", "\x80").replaceAll("’", "\x92"), "latin1");
  }
}
