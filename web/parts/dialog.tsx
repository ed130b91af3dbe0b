import { Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './dialog.module.css';
import type { Mode } from './mode-tag.tsx';

interface Props {
  opened: boolean;
  onClose(): void;
  title: string;
  about?: ReactNode;
  icon?: ReactNode;
  children: ReactNode;
  /** Buttons: the way back first, then the verb, which is also ⌘↵. One alone is for reading, and pressed on purpose. */
  actions?: ReactNode;
  footStart?: ReactNode;
  size?: number;
  /** A dialog about the sandbox is hatched at its top. */
  mode?: Mode | null;
  /** Shows something that is never shown again: only its button closes it, neither Esc, nor Back, nor a click beside it. */
  once?: boolean;
}

export function Dialog(props: Props) {
  const { opened, onClose, title, about, icon, children, actions, footStart, size, mode, once = false } = props;
  const foot = useVerbKey(opened);
  return (
    <Modal.Root opened={opened} onClose={onClose} size={size} closeOnEscape={!once} closeOnClickOutside={!once}>
      {once && <StaysHere />}
      <Modal.Overlay />
      <Modal.Content>
        {mode === 'sandbox' && <div className={classes.sandbox} />}
        {/* Without the role, screen readers announce this <header> as the banner of the page. */}
        <Modal.Header className={classes.head} role="presentation">
          <div style={{ display: 'flex', gap: 10, minWidth: 0 }}>
            {icon}
            <Modal.Title>
              <span className={classes.title}>{title}</span>
              {about && <span className={classes.about}>{about}</span>}
            </Modal.Title>
          </div>
          {!once && <Modal.CloseButton style={{ alignSelf: 'flex-start' }} />}
        </Modal.Header>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
        {(actions || footStart) && (
          <div className={classes.foot} ref={foot}>
            <div className={classes.footStart}>{footStart}</div>
            {actions}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

/** Back does nothing, and the browser asks before it loads another page. */
function StaysHere(): null {
  useBlocker({ shouldBlockFn: ({ action }) => action === 'BACK' || action === 'FORWARD' || action === 'GO' });
  return null;
}

/** ⌘↵ clicks the primary button from anywhere in the dialog; a disabled or loading button ignores the click. */
function useVerbKey(opened: boolean) {
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!opened) return;
    const listen = (event: KeyboardEvent) => {
      // A repeat comes from the key press that opened the dialog, and must not confirm it.
      if (event.key !== 'Enter' || event.repeat || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      foot.current?.querySelector<HTMLElement>(':scope > button + button')?.click();
    };
    // In the capture phase, before a focused button handles Enter itself.
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [opened]);
  return foot;
}
