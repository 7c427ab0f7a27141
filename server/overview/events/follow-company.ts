import { singleton } from "@/server/platform/singleton";
import { type Change, ChangeListener } from "./change-listener";

type Follower = (change: Change) => void;

interface Hub {
  listener: ChangeListener;
  /** Keyed by company, so that a change wakes only that company's followers. */
  followers: Map<string, Set<Follower>>;
}

const kept = singleton("changes", (): { hub?: Hub } => ({}));

/**
 * Calls `follower` with every change in a company until the returned function is called. The first
 * follower opens this process' listening connection, the last one closes it.
 */
export function followCompany(companyId: string, follower: Follower): () => void {
  kept.hub ??= open();
  const hub = kept.hub;
  const ofCompany = hub.followers.get(companyId) ?? new Set();
  hub.followers.set(companyId, ofCompany.add(follower));
  return () => {
    ofCompany.delete(follower);
    if (ofCompany.size === 0 && hub.followers.get(companyId) === ofCompany) {
      hub.followers.delete(companyId);
    }
    if (hub.followers.size > 0 || kept.hub !== hub) return;
    delete kept.hub;
    void hub.listener.close();
  };
}

function open(): Hub {
  const followers: Hub["followers"] = new Map();
  const listener = new ChangeListener((change) => {
    const concerned = change ? [followers.get(change.companyId) ?? []] : followers.values();
    for (const each of concerned) for (const follower of each) follower(change);
  });
  listener.start();
  return { listener, followers };
}
