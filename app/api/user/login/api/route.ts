import { login } from "@/lib/contracts/accounts";
import { signIn } from "@/server/auth/sign-in";
import { route } from "@/server/http/route";

export const POST = route(login, (ctx, { body }) => signIn(ctx, body));
