import { companyList, createCompany as createContract } from "@/lib/contracts/companies";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { createCompany } from "@/server/people/create-company";
import { listCompanies } from "@/server/people/list-companies";

export const GET = route(companyList, (ctx) => listCompanies(ctx));
export const POST = route(createContract, (ctx, { body }) => createCompany(ctx, body));
export const { PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "POST");
