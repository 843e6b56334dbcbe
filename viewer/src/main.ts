/** What a page can call: isoclothReplay(element, data, options), isoclothLive(element) on the page of a live run, and
 * isoclothPlay(element, page) on one that has the engine inside. */

import type { EnginePage } from './live/engine_link';
import { openLive } from './live/live';
import { openPlay } from './live/play';
import { openReplay, type Replay, type ReplayOptions } from './replay';

declare global {
  interface Window {
    isoclothReplay: (element: HTMLElement, data: string, options?: ReplayOptions) => Promise<Replay | null>;
    isoclothLive: (element: HTMLElement) => void;
    isoclothPlay: (element: HTMLElement, page: EnginePage) => void;
  }
}

window.isoclothReplay = async (element, data, options = {}) => {
  if (!options.page) await nearView(element);
  const replay = await openReplay(element, data, options);
  if (replay) Object.assign(element, { isocloth: replay });
  return replay;
};

window.isoclothLive = openLive;
window.isoclothPlay = openPlay;

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
