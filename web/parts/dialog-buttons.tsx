import { Button } from '@mantine/core';
import { KeyCap } from './key-cap.tsx';

interface Props {
  /** What the way back is called: nothing is done. */
  back: string;
  onBack(): void;
  verb: string;
  onVerb(): void;
  busy: boolean;
  disabled?: boolean;
}

/** The actions of a dialog that does one thing. */
export function DialogButtons({ back, onBack, verb, onVerb, busy, disabled = false }: Props) {
  return (
    <>
      <Button onClick={onBack}>{back}</Button>
      <Button
        variant="filled"
        disabled={disabled}
        loading={busy}
        onClick={onVerb}
        rightSection={<KeyCap keys="mod↵" onAccent />}
      >
        {verb}
      </Button>
    </>
  );
}
