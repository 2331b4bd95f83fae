import { useSite } from '@safelight/sitegen/runtime';
import { useEffect, useState } from 'react';
import { closeSession, openSession, type Session } from './session.ts';

/** The session, which starts with the component unless it was prepared, and ends with it; null until it has started. */
export function useSession(): Session | null {
  const site = useSite();
  const [session, setSession] = useState<Session | null>(null);
  useEffect(() => {
    let isCancelled = false;
    void openSession(site).then((started) => isCancelled || setSession(started));
    return () => {
      isCancelled = true;
      closeSession();
    };
  }, [site]);
  return session;
}
