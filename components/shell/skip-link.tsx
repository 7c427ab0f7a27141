/** The first stop of the keyboard: past the navigation, to `id`. */
export function SkipLink({ id }: { id: string }) {
  return (
    <a
      href={`#${id}`}
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-primary px-4 py-2 font-medium text-primary-foreground focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
