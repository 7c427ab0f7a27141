import { toast } from "@/components/ui/toast";

/** Puts text on the clipboard; browsers allow it on secure addresses (https, localhost) alone. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success("Copied");
  } catch {
    toast.error("Couldn't copy. Please select and copy it yourself.");
  }
}
