import { createAccount } from "@/lib/contracts/accounts";
import { signUp } from "@/server/auth/sign-up";
import { route } from "@/server/http/route";

export const POST = route(createAccount, (ctx, { body }) => signUp(ctx, body));
