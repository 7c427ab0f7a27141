import { logout } from "@/lib/contracts/accounts";
import { signOut } from "@/server/auth/sign-out";
import { route } from "@/server/http/route";

export const POST = route(logout, (ctx) => signOut(ctx));
