import { invoiceSearch as contract } from "@/lib/contracts/planned-payments";
import { searchInvoices } from "@/server/choices/search-invoices";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(contract, (ctx, { query }) => searchInvoices(ctx, query));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
