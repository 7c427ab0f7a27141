import { Spinner } from "@/components/ui/spinner";

export function OpeningBooks() {
  return (
    <div role="status" className="grid min-h-80 place-content-center justify-items-center gap-3">
      <Spinner className="size-6" />
      <h1 className="font-normal">Opening your books...</h1>
    </div>
  );
}
