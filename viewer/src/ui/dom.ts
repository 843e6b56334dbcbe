/** Elements in one line. */

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const kIcons = {
  play: '<path d="M7 4.5v15l13-7.5z" fill="currentColor" stroke="none"/>',
  pause: '<path d="M7 5h3.4v14H7zM13.6 5H17v14h-3.4z" fill="currentColor" stroke="none"/>',
  loop: '<path d="M17 3l3.5 3.5L17 10M20.5 6.5H8a4.5 4.5 0 0 0-4.5 4.5M7 21l-3.5-3.5L7 14M3.5 17.5H16a4.5 4.5 0 0 0 4.5-4.5"/>',
  mesh: '<path d="M3.5 3.5h17v17h-17zM3.5 9.2h17M3.5 14.8h17M9.2 3.5v17M14.8 3.5v17"/>',
  theme: '<circle cx="12" cy="12" r="8.5"/><path d="M12 3.5a8.5 8.5 0 0 0 0 17z" fill="currentColor"/>',
  columns: '<path d="M3.5 4.5h7v15h-7zM13.5 4.5h7v15h-7z"/>',
  full: '<path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/>',
  help: '<circle cx="12" cy="12" r="8.5"/><path d="M9.6 9.4a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.2.9-1.2 1.9M12 16.6v.2"/>',
  step: '<path d="M6 5v14l9-7zM17 5v14" />',
  reset: '<path d="M4 4v6h6M4.6 10a8.5 8.5 0 1 1-1 4"/>',
  save: '<path d="M12 3.5v12M7 11l5 5 5-5M4 20.5h16"/>',
};
export type Icon = keyof typeof kIcons;

export function icon(name: Icon): string {
  return `<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${kIcons[name]}</svg>`;
}

export function iconButton(name: Icon, label: string, onClick: () => void): HTMLButtonElement {
  const button = make('button', 'icon', { type: 'button', title: label, 'aria-label': label });
  button.innerHTML = icon(name);
  button.addEventListener('click', onClick);
  return button;
}

export function setPressed(button: HTMLElement, on: boolean): void {
  button.setAttribute('aria-pressed', String(on));
}

/** A list to choose one of. */
export function chooser(
  label: string,
  choices: [value: string, text: string][],
  onChoose: (value: string) => void,
): HTMLSelectElement {
  const select = make('select', '', { 'aria-label': label, title: label });
  for (const [value, text] of choices) select.append(make('option', '', { value }, text));
  select.addEventListener('change', () => {
    onChoose(select.value);
    select.blur(); // keys go to the player again
  });
  return select;
}
