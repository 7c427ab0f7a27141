import { type Call, parseJson } from "../http/call";
import type { Reply } from "../http/reply";
import { createBankTransaction, saveBankTransaction, type Written } from "./bank-transactions";
import { createBankTransfer, deleteBankTransfer } from "./bank-transfers";
import { createContact, saveContact } from "./contacts";
import { type INPUTS, type Input, readInput } from "./inputs";
import { createInvoice, saveInvoice } from "./invoices";
import { createPayment, savePayment } from "./payments";
import {
  presentedBankTransaction,
  presentedContact,
  presentedInvoice,
  presentedNewTransfer,
  presentedPayment,
} from "./present";
import { bare, bodyUnreadable, validationException, XeroRefusal } from "./refusals";
import type { Desk } from "./state";
import { envelope } from "./wire";

const MOST_ELEMENTS = 50;

type Work = (desk: Desk, element: unknown, written: Written) => object;

interface Writing {
  idField: string;
  PUT: Work;
  POST: Work;
}

function writing<K extends keyof typeof INPUTS, T>(
  name: K,
  put: (desk: Desk, input: Input<K>, written: Written) => T,
  post: (desk: Desk, input: Input<K>, written: Written) => T,
  present: (books: Desk["books"], row: T, detail: "full") => object,
): Writing {
  const doing =
    (work: typeof put): Work =>
    (desk, element, written) =>
      present(desk.books, work(desk, readInput(name, element), written), "full");
  return { idField: `${name}ID`, PUT: doing(put), POST: doing(post) };
}

const WRITINGS: Record<string, Writing> = {
  Contacts: writing("Contact", createContact, saveContact, presentedContact),
  Invoices: writing("Invoice", createInvoice, saveInvoice, presentedInvoice),
  Payments: writing("Payment", createPayment, savePayment, presentedPayment),
  BankTransactions: writing(
    "BankTransaction",
    createBankTransaction,
    saveBankTransaction,
    presentedBankTransaction,
  ),
  BankTransfers: writing(
    "BankTransfer",
    createBankTransfer,
    deleteBankTransfer,
    presentedNewTransfer,
  ),
};

/**
 * PUT creates, POST creates or changes. With `summarizeErrors=false` each element has its own status under HTTP 200;
 * otherwise one refused element refuses all.
 * @returns undefined for what can't be written
 */
export function written(call: Call, desk: Desk, plural: string, id?: string): Reply | undefined {
  const { method, query } = call;
  const about = WRITINGS[plural];
  if (!about || (method !== "PUT" && method !== "POST") || (id && method === "PUT"))
    return undefined;
  const elements = elementsOf(call, plural).map((element) =>
    id ? { ...element, [about.idField]: id } : element,
  );
  const unitPlaces = query.get("unitdp") === "4" ? 4 : 2;
  const before = structuredClone(desk.books);
  const answers = elements.map((element) => {
    const beforeThis = structuredClone(desk.books);
    try {
      return { row: about[method](desk, element, { unitPlaces }), failed: false };
    } catch (error) {
      if (!(error instanceof XeroRefusal)) {
        restore(desk, before);
        throw error;
      }
      restore(desk, beforeThis);
      const ValidationErrors = error.messages.map((Message) => ({ Message }));
      return { row: { ...element, ValidationErrors }, failed: true };
    }
  });
  if (query.get("summarizeErrors") === "false") {
    const rows = answers.map(({ row, failed }) => ({
      ...row,
      StatusAttributeString: failed ? "ERROR" : "OK",
    }));
    return envelope({ [plural]: rows }, desk.now);
  }
  const refused = answers.filter(({ failed }) => failed).map(({ row }) => row);
  if (refused.length === 0) {
    return envelope({ [plural]: answers.map(({ row }) => row) }, desk.now);
  }
  restore(desk, before);
  return validationException(refused);
}

/** `{"Things": […]}`, or a single one. @throws XeroFault for a body that can't be read */
function elementsOf(call: Call, plural: string): Record<string, unknown>[] {
  if (call.headers["content-type"]?.includes("xml")) {
    throw bodyUnreadable("The emulator reads JSON only");
  }
  const body = parseJson(call.body);
  if (typeof body !== "object" || body === null) {
    throw bodyUnreadable("The body is not valid JSON");
  }
  const given = (body as Record<string, unknown>)[plural] ?? body;
  const elements: unknown[] = Array.isArray(given) ? given : [given];
  const isReadable = (element: unknown): element is Record<string, unknown> =>
    typeof element === "object" && element !== null && !Array.isArray(element);
  if (elements.length === 0 || !elements.every(isReadable)) {
    throw bodyUnreadable(`The body holds no ${plural}`);
  }
  if (elements.length > MOST_ELEMENTS) {
    throw bare(`A call takes at most ${MOST_ELEMENTS} elements`);
  }
  return elements;
}

function restore({ books }: Desk, before: Desk["books"]): void {
  Object.assign(books, structuredClone(before));
}
