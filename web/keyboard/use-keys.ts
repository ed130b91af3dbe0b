import { useEffect, useRef } from 'react';

/** Shortcuts are off while the focus is in a text field. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type));

const isBare = (event: KeyboardEvent) => !event.metaKey && !event.ctrlKey && !event.altKey;

/** A single key anywhere on the page, unless something is being typed or a dialog is open. */
export function useKey(key: string | readonly string[], act: (event: KeyboardEvent) => void, evenInDialogs = false) {
  const latest = useRef(act);
  latest.current = act;
  const keys = typeof key === 'string' ? key : key.join('\n');
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isBare(event) || isTyping(event.target)) return;
      if (!keys.split('\n').includes(event.key)) return;
      if (!evenInDialogs && document.querySelector('[role="dialog"][aria-modal="true"]')) return;
      event.preventDefault();
      latest.current(event);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [keys, evenInDialogs]);
}

/** One key after another within a second: G then C. */
export function useKeySequence(first: string, seconds: Readonly<Record<string, () => void>>) {
  const latest = useRef(seconds);
  latest.current = seconds;
  useEffect(() => {
    let armedAtMs = 0;
    const listen = (event: KeyboardEvent) => {
      if (!isBare(event) || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return;
      const key = event.key.toLowerCase();
      const act = event.timeStamp - armedAtMs < 1000 ? latest.current[key] : undefined;
      armedAtMs = key === first ? event.timeStamp : 0;
      if (!act) return;
      event.preventDefault();
      act();
    };
    // Before the keys of a single letter hear it: in `G C`, the C is not theirs.
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [first]);
}
