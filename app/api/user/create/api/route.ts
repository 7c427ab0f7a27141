import { createAccount } from "@/lib/contracts/accounts";
import { signUp } from "@/server/auth/sign-up";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(createAccount, (ctx, { body }) => signUp(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
