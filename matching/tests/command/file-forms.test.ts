import { describe, expect, it } from "vitest";
import { temporaryFiles } from "./command";
import {
  BOOKS,
  books,
  type FilesAndOptions,
  payment,
  payouts,
  REST,
  runFiles,
  TITLES,
} from "./runs";

const file = temporaryFiles();
const run = (...args: FilesAndOptions) => runFiles(file, ...args);

describe("columns", () => {
  it("Name and Customer, Memo and Description may stand side by side", async () => {
    const header =
      "Date,Transaction type,Num,Name,Customer,Memo,Description,Account name,Split,Amount";
    const row = `03/14/2026,Payment,81,N. P.,Nora Pell,,Lessons,${REST},120.00`;
    const { auto } = await run({ deposits: payouts({}), payments: books(TITLES, [row], header) });
    expect(auto).toEqual({ txn_1: "Payment 81" });
  });

  it("two amounts that differ are refused by their row", async () => {
    const payments = books(TITLES, [`${payment("03/14/2026", "100.00")},120.00`], `${BOOKS},Total`);
    await expect(run({ deposits: payouts({}), payments })).rejects.toThrow(
      "row 6, field Amount: is 100.00, but Total is 120.00",
    );
  });

  it("without a name and content are ignored, at the end and in the middle", async () => {
    const wide = (text: string) =>
      text
        .split("\n")
        .map((row) => row.replace(",", ",,").concat(",,,"))
        .join("\n");
    const payments = books(TITLES, [payment("03/14/2026", "120.00")]);
    const { auto } = await run({ deposits: wide(payouts({})), payments: wide(payments) });
    expect(auto).toEqual({ txn_1: "Payment 81" });
  });

  it("with content beyond the header are refused by their row", async () => {
    const deposits = "id,date,amount,,\na,2026-03-14,1,234.50,\n";
    await expect(run({ deposits, payments: books(TITLES, []) })).rejects.toThrow(
      "row 2: has 5 cells where the header has 3",
    );
  });

  it("that are missing at the end of a row are empty", async () => {
    const deposits = payouts({})
      .replace("txn_1", "txn_1")
      .replace(/,,Nora Pell$/, "");
    const payments = books(TITLES, [payment("03/14/2026", "120.00")]);
    expect((await run({ deposits, payments })).all).toEqual({ txn_1: "Payment 81" });
  });

  it("twice with different cells are noted", async () => {
    const header = `${BOOKS},Name`;
    const payments = books(TITLES, [`${payment("03/14/2026", "120.00")},N. Pell`], header);
    expect((await run({ deposits: payouts({}), payments })).notes).toContain(
      'row 6: its two columns "Name" have "Nora Pell" and "N. Pell"; the first is read',
    );
  });
});

describe("a report in another language", () => {
  it.each([
    [
      "French",
      ["Atelier du Cèdre", "Liste des opérations par date", "1-31 mars 2026"],
      "Date,Type d’opération,N°,Validation (O/N),Nom,Note/Description,Nom du compte,Ventilation,Montant",
      '14/03/2026,Paiement,81,Oui,Nora Pell,,Fonds non déposés,Comptes clients,"1 234,56"',
    ],
    [
      "Spanish",
      ["Taller", "Lista de transacciones por fecha", "1-31 de marzo de 2026"],
      "Fecha,Tipo de transacción,Núm.,Nombre,Nota/descripción,Cuenta,División,Importe",
      '14/03/2026,Pago,81,Nora Pell,,Fondos sin depositar,Cuentas por cobrar,"1.234,56"',
    ],
    [
      "Portuguese",
      ["Oficina", "Lista de transações por data", "1 a 31 de março de 2026"],
      "Data,Tipo de transação,Nº,Cliente,Memorando/Descrição,Conta,Divisão,Valor",
      '14/03/2026,Pagamento,81,Nora Pell,,Fundos não depositados,Contas a receber,"1.234,56"',
    ],
    [
      "German",
      ["Werkstatt", "Transaktionsliste nach Datum", "1.-31. März 2026"],
      "Datum;Transaktionsart;Nr.;Kunde;Memo/Beschreibung;Konto;Gegenkonto;Betrag",
      "14.03.2026;Zahlung;81;Nora Pell;;Nicht eingezahlte Gelder;Debitoren;1.234,56",
    ],
    [
      "Italian",
      ["Bottega", "Elenco delle transazioni per data", "1-31 marzo 2026"],
      "Data;Tipo di transazione;N.;Cliente;Descrizione;Conto;Suddivisione;Importo",
      "14/03/2026;Pagamento;81;Nora Pell;;Fondi non depositati;Crediti verso clienti;1.234,56",
    ],
    [
      "Dutch",
      ["Werkplaats", "Transactielijst op datum", "1-31 maart 2026"],
      "Datum;Transactietype;Nummer;Klant;Omschrijving;Rekening;Tegenrekening;Bedrag",
      "14-03-2026;Betaling;81;Nora Pell;;Niet-gestorte gelden;Debiteuren;1.234,56",
    ],
  ])("%s is read", async (_, titles, header, row) => {
    const deposits = payouts({ amount: "1234.56" });
    const payments = books(
      titles.map((title) => `"${title}"`),
      [row],
      header,
    );
    const { auto, notes } = await run({ deposits, payments: Buffer.from(payments) });
    expect(Object.values(auto)).toEqual([expect.stringMatching(/^\p{L}+ 81$/u)]);
    expect(notes).not.toMatch(/left out|another account/);
  });

  it("that isn't known is refused with its header, wherever it is", async () => {
    const titles = [...Array(30).keys()].map((i) => `Line ${i}`);
    const payments = books(
      titles,
      ["14.3.2026,Maksu,81,Nora Pell,120.00"],
      "Päivä,Laji,Numero,Asiakas,Summa",
    );
    await expect(run({ deposits: payouts({}), payments })).rejects.toThrow(
      /unknown header in row 32: Päivä, Laji, Numero, Asiakas, Summa\. Known of these: Num\. Expected .*Date, Transaction type, Amount.*set QuickBooks to English/,
    );
  });

  it("with known headings and unknown types is refused, not read as empty", async () => {
    const payments = books(TITLES, [payment("03/14/2026", "120.00").replace("Payment", "Maksu")]);
    await expect(run({ deposits: payouts({}), payments })).rejects.toThrow(
      "none of its types of transactions is known (Maksu 1); set QuickBooks to English",
    );
  });
});

describe("open invoices", () => {
  const payments = books(TITLES, [payment("03/20/2026", "1.00", "9", "Ida Moe")]);
  const deposits = payouts({ text: "Invoice 1007" });
  const offered = async (invoices: string) => {
    const { result, notes } = await run({ deposits, payments, invoices });
    return { ids: result.invoiceMatches.map(({ invoiceIds }) => invoiceIds), notes };
  };

  it("are read from QuickBooks' report, by customer", async () => {
    const invoices = books(
      ["Fern Street Studio,,,,,,,", "Open Invoices,,,,,,,", '"As of March 31, 2026",,,,,,,'],
      [
        "Nora Pell,,,,,,,",
        ",03/13/2026,Invoice,1007,Net 30,04/12/2026,120.00,120.00",
        ",03/14/2026,Credit Memo,8,,03/14/2026,-5.00,-5.00",
        "Total for Nora Pell,,,,,,$115.00,$115.00",
      ],
      ",Date,Transaction type,Num,Terms,Due date,Amount,Open balance",
    );
    const { ids, notes } = await offered(invoices);
    expect(ids).toEqual([["Invoice 1007"]]);
    expect(notes).toContain("left out 1 other row: Credit Memo 1");
    await expect(run({ deposits, payments: invoices })).rejects.toThrow(
      'is the report "Open Invoices"; it belongs to --invoices',
    );
  });

  it("are read from the report of receivables by age, with a column of customers", async () => {
    const invoices = books(
      ["Fern Street Studio", "A/R Aging Detail", '"As of March 31, 2026"'],
      [
        "1 - 30 days past due,,,,,,",
        ",03/13/2026,Invoice,1007,Nora Pell,03/20/2026,120.00,120.00",
        "Total for 1 - 30 days past due,,,,,,$120.00,$120.00",
      ],
      ",Date,Transaction type,Num,Customer full name,Due date,Amount,Open balance",
    );
    expect((await offered(invoices)).ids).toEqual([["Invoice 1007"]]);
  });

  it("are read where the age stands in the column of the date", async () => {
    const invoices = books(
      ["Fern Street Studio", "A/R Aging Detail", '"As of March 31, 2026"'],
      [
        "Current,,,,,,",
        "03/13/2026,Invoice,1007,Nora Pell,04/12/2026,120.00,120.00",
        "Total for Current,,,,,$120.00,$120.00",
      ],
      "Date,Transaction type,Num,Customer,Due date,Amount,Open balance",
    );
    expect((await offered(invoices)).ids).toEqual([["Invoice 1007"]]);
  });
});

describe("downloads that overlap", () => {
  const deposits = payouts({ amount: "60.00" }, { amount: "60.00" });
  const row = payment("03/14/2026", "60.00", "82");

  it("have a payment with a number once, also below a repeated title and header", async () => {
    const again = books(TITLES, [row, payment("03/21/2026", "2.00", "83", "Ida Moe")]);
    const { result, auto, notes } = await run({
      deposits,
      payments: `${books(TITLES, [row])}\n${again}`,
    });
    expect(result.stats.payments).toBe(2);
    expect(Object.values(auto)).toEqual(["Payment 82"]);
    expect(notes).toContain(
      "left out 1 row that repeats a transaction of the same number in everything",
    );
  });

  it("keep rows without a number, and rows that differ, with a note", async () => {
    const twin = payment("03/14/2026", "60.00", "");
    const other = row.replace("Yes,Nora Pell,,", "Yes,Nora Pell,second lesson,");
    const { result, notes } = await run({
      deposits,
      payments: books(TITLES, [row, other, twin, twin]),
    });
    expect(result.stats.payments).toBe(4);
    expect(notes).toContain("1 row without a number repeats another in everything; kept");
  });

  it("have a row of our own format once, unless it differs", async () => {
    const own = "Id,TxnDate,TotalAmt\n1,2026-03-14,60.00\n1,2026-03-14,60.00\n";
    const { result, notes } = await run({ deposits, payments: own });
    expect(result.stats.payments).toBe(1);
    expect(notes).toContain("left out 1 row that repeats another in everything");
    await expect(run({ deposits, payments: own.replace(/60\.00\n$/, "61.00\n") })).rejects.toThrow(
      'row 3, field Id: "1" appears twice, first in row 2, and the rows differ',
    );
  });
});

describe("encodings", () => {
  const payments = books(TITLES, [payment("03/14/2026", "120.00", "81", "Zoë Müller")]);
  const deposits = payouts({ name: "Zoë Müller" });

  it.each([
    ["UTF-16", Buffer.from(`\ufeff${payments}`, "utf16le")],
    ["UTF-16, high byte first", Buffer.from(`\ufeff${payments}`, "utf16le").swap16()],
    ["UTF-16 without a mark", Buffer.from(payments, "utf16le")],
    ["UTF-16 with tabs", Buffer.from(`\ufeff${payments.replaceAll(",", "\t")}`, "utf16le")],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${payments}`)],
    ["Windows-1252", Buffer.from(payments, "latin1")],
    ["an announced separator", Buffer.from(`sep=;\r\n${payments.replaceAll(",", ";")}`)],
  ])("%s is recognized", async (name, content) => {
    const { result, notes, auto } = await run({ deposits, payments: content });
    expect(auto).toEqual({ txn_1: "Payment 81" });
    expect(result.matches[0]?.evidence.map(({ text }) => text)).toContain(
      "Same customer: Zoë Müller",
    );
    expect(notes.includes('read as Windows-1252 ("Zoë")')).toBe(name === "Windows-1252");
  });
});

it("of many wrong rows the first few are named, and the others counted", async () => {
  const rows = [1, 2, 3, 4, 5].map((i) => payment("03/14/2026", `x${i}y`, `${i}`));
  await expect(run({ deposits: payouts({}), payments: books(TITLES, rows) })).rejects.toThrow(
    /row 6, field Amount: .*; row 7, .*; row 8, .*; and 2 more$/,
  );
});
