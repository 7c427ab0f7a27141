import { useRouter } from "next/navigation";
import { toast } from "@/components/ui/toast";
import type { login } from "@/lib/contracts/accounts";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import { writeSession } from "@/lib/session-store";
import { addressAfterSignIn } from "@/lib/sign-in-address";

/** Starts the session that login or sign-up returned, and opens the remembered page. */
export function useEnter(): (session: ResponseOf<typeof login>, greeting: string) => void {
  const router = useRouter();
  return (session, greeting) => {
    writeSession(session);
    toast.success(greeting);
    router.replace(addressAfterSignIn(window.location.search));
  };
}
