import { useEffect, useState } from 'react';

/** Distance from the top of the window, in CSS pixels, above which a heading's section counts as being read. */
const READING_LINE_PX = 160;

/** Id of the last heading above the reading line, or null above the first one. At the end of the page it is the last heading. */
export function useHeadingInView(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const list = ids.join(' ');
  useEffect(() => {
    const headings = list.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    let frame = 0;
    const update = () => {
      frame = 0;
      const { scrollHeight } = document.documentElement;
      const isAtEnd = window.innerHeight + window.scrollY >= scrollHeight - 2;
      const line = isAtEnd ? window.innerHeight : READING_LINE_PX;
      const passed = headings.filter((heading) => heading.getBoundingClientRect().top <= line);
      setCurrent(passed.at(-1)?.id ?? null);
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(update);
    };
    update();
    window.addEventListener('scroll', schedule, { passive: true });
    window.addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', schedule);
      window.removeEventListener('resize', schedule);
    };
  }, [list]);
  return current;
}
