import {
  Component,
  type ComponentType,
  type ReactNode,
  startTransition,
  useEffect,
  useState,
} from "react";
import { fetchCode } from "@/lib/fetch-code";

const TRIES = 3;
const FOREVER = Number.POSITIVE_INFINITY;

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** What all uses of one late part share. */
interface Code<Props> {
  load: Load<Props>;
  part: ComponentType<Props> | undefined;
}

interface LatePartOptions {
  /** Holds the part's room while its code is on its way; size it like the part. */
  waiting?: ReactNode;
  /** Takes the part's place when it can't be loaded or drawn. */
  failed?: ReactNode;
}

/**
 * A component whose code is fetched on its first render in a browser and then kept; the server renders
 * `waiting`. A failed fetch doesn't affect the rest of the page; without `failed`, it is retried until it
 * succeeds. Inside WhenNear, the code is fetched only near the viewport.
 *
 * @param load imports a module whose default export is the component
 */
export function latePart<Props extends object>(
  load: Load<Props>,
  { waiting = null, failed }: LatePartOptions = {},
): ComponentType<Props> {
  const code: Code<Props> = { load, part: undefined };
  if (failed === undefined) {
    return (props) => <Part code={code} tries={FOREVER} waiting={waiting} props={props} />;
  }
  return (props) => (
    <PartBoundary fallback={failed}>
      <Part code={code} tries={TRIES} waiting={waiting} props={props} />
    </PartBoundary>
  );
}

function Part<Props extends object>({
  code,
  tries,
  waiting,
  props,
}: {
  code: Code<Props>;
  tries: number;
  waiting: ReactNode;
  props: Props;
}) {
  const [Loaded, setLoaded] = useState(() => code.part);
  const [failure, setFailure] = useState<{ error: unknown }>();
  useEffect(() => {
    if (Loaded) return;
    fetchCode(code.load, tries).then(
      (module) => {
        code.part = module.default;
        // Drawn bit by bit: the page answers in between.
        startTransition(() => setLoaded(() => module.default));
      },
      (error: unknown) => setFailure({ error }),
    );
  }, [code, tries, Loaded]);
  if (failure) throw failure.error;
  return Loaded ? <Loaded {...props} /> : waiting;
}

/** Keeps what a part throws from the rest of the page. */
class PartBoundary extends Component<
  { children: ReactNode; fallback: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
