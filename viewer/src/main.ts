/** What a page can call: isoclothReplay(element, data, options), and isoclothLive(element) on the page of a live run. */

import { openLive } from './live/live';
import { openReplay, type Replay, type ReplayOptions } from './replay';

declare global {
  interface Window {
    isoclothReplay: (element: HTMLElement, data: string, options?: ReplayOptions) => Promise<Replay | null>;
    isoclothLive: (element: HTMLElement) => void;
  }
}

window.isoclothReplay = async (element, data, options = {}) => {
  if (!options.page) await nearView(element);
  const replay = await openReplay(element, data, options);
  if (replay) Object.assign(element, { isocloth: replay });
  return replay;
};

window.isoclothLive = openLive;

/** A report may hold many replays: each begins when it is nearly in sight. */
function nearView(element: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
  });
}
