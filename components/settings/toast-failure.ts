import { toast } from "@/components/ui/toast";

/** The documented text of what failed; below it, the server's own words where they say more. */
export function toastFailure(text: string, error: Error): void {
  toast.error(text, error.message === text ? {} : { description: error.message });
}
