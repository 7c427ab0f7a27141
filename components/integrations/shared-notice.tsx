import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshBooks } from "@/components/deposit-parts/refresh-books";
import { integrationKeys } from "@/components/integrations/queries";
import { Allowed } from "@/components/session/allowed";
import { companySettingsQuery } from "@/components/settings/queries";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { Integration } from "@/lib/contracts/integrations";
import { providerOfWire } from "@/lib/providers/list";
import { withReason } from "./runs";

/** Warns that another company in this installation uses the same account; for books, lets an admin decide which one posts. */
export function SharedNotice({ connection }: { connection: Integration }) {
  const { shared, shared_use: use, integration_type } = connection;
  const { name, role } = providerOfWire(integration_type);
  const choose = useChooseSharedUse();
  if (!shared && use !== "matches") return null;
  if (role !== "ledger") {
    return (
      <p className="text-caption text-pretty text-muted-foreground">
        Another company in Deposit Matcher has connected this {name} account, too.
      </p>
    );
  }
  return (
    <section
      aria-label={`Who posts to ${name}`}
      className="grid gap-2 rounded-md border bg-muted p-3 text-caption"
    >
      <p className="text-pretty">
        {shared && `Another company in Deposit Matcher uses this ${name} company, too. `}
        {USE_TEXTS[use ?? "posts"]}
      </p>
      <Allowed to="admin">
        <div className="flex flex-wrap gap-2">
          {[true, false].map((posts) => (
            <Button
              key={String(posts)}
              size="sm"
              variant="outline"
              aria-pressed={use !== undefined && use === (posts ? "posts" : "matches")}
              disabled={choose.isPending}
              onClick={() => choose.mutate(posts)}
            >
              {posts ? "This company posts the deposits" : "Only match here"}
            </Button>
          ))}
        </div>
      </Allowed>
    </section>
  );
}

const USE_TEXTS = {
  undecided: "Nothing is posted automatically from here until an admin says which company posts.",
  posts: "Post from one of them only. What one posts is linked in the other.",
  matches: "This company only matches: nothing is posted automatically from here.",
} as const;

function useChooseSharedUse() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (posts: boolean) => call("PUT /settings/shared-books/", { body: { posts } }),
    onSuccess: async ({ message }) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: integrationKeys.list() }),
        client.invalidateQueries({ queryKey: companySettingsQuery.queryKey }),
      ]);
      void refreshBooks(client);
      toast.success(message);
    },
    onError: (error) => toast.error("Couldn't save which company posts", withReason(error)),
  });
}
