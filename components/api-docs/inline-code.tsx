/** A sentence in which `…` marks code. */
export function InlineCode({ text }: { text: string }) {
  return text.split("`").map((part, index) => {
    const key = `${index}:${part}`;
    return index % 2 === 1 ? (
      <code key={key} className="font-mono text-[0.9em] text-foreground wrap-anywhere">
        {part}
      </code>
    ) : (
      <span key={key}>{part}</span>
    );
  });
}
