/** A page that simulates by itself: the live page with the engine inside, a choice of scenes, and links to states. */

import { sayInstead } from '../replay';
import { chooser, make } from '../ui/dom';
import { EngineLink, type EnginePage } from './engine_link';
import { Live } from './live';
import { kindOf, readHello, type Hello } from './messages';
import { readAddress, writeAddress } from './state_address';

const kBroken = 'The link is broken: it was cut or changed on its way. The run begins from its start.';

export function openPlay(host: HTMLElement, page: EnginePage): void {
  const { scene: wanted, state, broken } = readAddress(location.hash);
  const unknown = wanted !== '' && !page.scenes.some(({ name }) => name === wanted);
  const scene = page.scenes.find(({ name }) => name === wanted) ?? page.scenes[0];
  let hello: Hello | null = null;
  let live: Live | null = null;
  let unsaid = broken ? kBroken : unknown ? `The link is broken: this page has no scene “${wanted}”.` : '';
  const link = new EngineLink(page, scene, unknown ? null : state, {
    onBinary(message) {
      if (live) return live.receive(message);
      if (kindOf(message) === 0) return void (hello = readHello(message));
      if (!hello) return;
      try {
        live = new Live(host, hello, message, link);
        addScenes(live, page, scene.name);
        addLink(live, link, scene.name);
        Object.assign(host, { isocloth: live });
        if (unsaid) live.say(unsaid);
      } catch (error) {
        fail(error instanceof Error ? error.message : String(error));
      }
    },
    onTold(told) {
      if (live) live.told(told);
      else if (told.kind === 'error' && hello) unsaid = told.text;
      else if (told.kind === 'error') fail(told.text);
    },
    onState: (_, reason) => fail(reason ?? ''),
  });
  const fail = (reason: string) => {
    if (live) live.say(`The engine has stopped: ${reason}`);
    else sayInstead(host, `The scene cannot be run: ${reason}`);
  };
  // an address that is pasted over this one
  window.addEventListener('hashchange', () => {
    const next = readAddress(location.hash);
    if (next.scene !== scene.name) return location.reload();
    if (next.broken) live?.say(kBroken);
    else if (next.state) link.restore(next.state);
  });
}

function addScenes(live: Live, page: EnginePage, current: string): void {
  if (page.scenes.length < 2) return;
  const choices = page.scenes.map(({ name, title }): [string, string] => [name, title ? `${name}: ${title}` : name]);
  const select = chooser('Scene', choices, (name) => {
    history.replaceState(null, '', writeAddress(name, null));
    location.reload();
  });
  select.classList.add('scenes');
  select.value = current;
  live.addTool(select);
}

function addLink(live: Live, link: EngineLink, scene: string): void {
  const button = make('button', '', { type: 'button', title: 'The address of this page leads to the state as it is now' }, 'link');
  button.addEventListener('click', async () => {
    history.replaceState(null, '', writeAddress(scene, await link.save('state')));
    try {
      await navigator.clipboard.writeText(location.href);
      live.say('A link to this state is in the clipboard.');
    } catch {
      live.say('The address of this page now leads to this state.');
    }
  });
  live.addAction(button);
}
