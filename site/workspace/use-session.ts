import { useSite } from '@safelight/sitegen/runtime';
import { useEffect, useState } from 'react';
import { type Session, startSession } from './session.ts';

/** A session that starts and ends with the component; null until it has started. */
export function useSession(): Session | null {
  const site = useSite();
  const [session, setSession] = useState<Session | null>(null);
  useEffect(() => {
    let isCancelled = false;
    const starting = startSession(site);
    void starting.then((started) => isCancelled || setSession(started));
    return () => {
      isCancelled = true;
      void starting.then(({ engine }) => engine.close());
    };
  }, [site]);
  return session;
}
