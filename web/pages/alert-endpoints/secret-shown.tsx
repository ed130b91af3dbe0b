import { Button } from '@mantine/core';
import { Dialog } from '../../parts/dialog.tsx';
import { SecretBox } from '../../parts/secret-box.tsx';

interface Props {
  name: string;
  secret: string;
  isRotated: boolean;
  onClose(): void;
}

export function SecretShown({ name, secret, isRotated, onClose }: Props) {
  return (
    <Dialog
      opened
      once
      onClose={onClose}
      title={`The secret of ${name}`}
      about="Receivers check with it that a message came from here (Standard Webhooks)."
      actions={<Button onClick={onClose}>I have kept it</Button>}
    >
      <SecretBox
        secret={secret}
        what="secret"
        warning={
          isRotated
            ? 'Shown once. For a day messages carry two signatures, so that receivers can change over.'
            : 'Shown once. If it is lost, make a new one.'
        }
      />
    </Dialog>
  );
}
