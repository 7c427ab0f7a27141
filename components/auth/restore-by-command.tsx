import { TextLink } from "@/components/ui/text-link";
import { AuthCard } from "./auth-card";

/** Where no command of ours started this process: how the operator restores instead. */
export function RestoreByCommand() {
  return (
    <RestoreCard>
      <div className="grid gap-4 text-pretty">
        <p>
          This installation's web pages can't reach its database as its owner, so a backup is
          restored with a command on the server.
        </p>
        <p>With npm: stop the product, then run</p>
        <pre className="overflow-x-auto rounded-md bg-secondary px-3 py-2 font-mono text-caption">
          npm run restore -- FILE
        </pre>
        <p>
          With Docker Compose, the commands are in docs/operations.md under “Backup and restore”.
        </p>
      </div>
    </RestoreCard>
  );
}

/** The frame of the page, in each of its states. */
export function RestoreCard({
  title = "Restore a backup",
  isUnderWay = false,
  children,
}: {
  title?: string;
  /** There is no other way to begin any more. */
  isUnderWay?: boolean;
  children: React.ReactNode;
}) {
  return (
    <AuthCard
      title={title}
      footer={
        !isUnderWay && (
          <p>
            No backup? <TextLink href="/signup">Create an account</TextLink>
          </p>
        )
      }
    >
      {children}
    </AuthCard>
  );
}
