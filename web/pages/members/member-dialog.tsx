import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import type { MemberRow, Role } from './rows.ts';

export type MemberChange =
  | { kind: 'role'; member: MemberRow; role: Role }
  | { kind: 'remove' | 'withdraw'; member: MemberRow };

const CAN: Record<Role, string> = {
  owner: 'Owners see and change everything, members and workspaces included.',
  approver: 'Approvers decide what agents ask for, and change campaigns, connections and keys.',
  member: 'Members change campaigns, connections and keys.',
  viewer: 'Viewers look and change nothing.',
};

interface Props {
  change: MemberChange;
  onClose(): void;
  onDone(): void;
}

export function MemberDialog({ change, onClose, onDone }: Props) {
  const { id, name, role: before, where } = change.member;
  const words = wordsOf(change);
  const send = useMutation({
    mutationFn: () =>
      change.kind === 'role'
        ? client.members.changeRole.mutate({ id, role: change.role })
        : change.kind === 'remove'
          ? client.members.remove.mutate({ id })
          : client.members.withdraw.mutate({ id }),
    onSuccess: () => {
      showReadBack({ title: words.done, about: where });
      onDone();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      size={480}
      title={words.title}
      about={where}
      actions={
        <>
          <Button onClick={onClose}>{words.keep}</Button>
          <Button
            variant="filled"
            {...(change.kind !== 'role' && { color: 'red' })}
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            {words.verb}
          </Button>
        </>
      }
    >
      <Failed error={send.error} title="Nothing was changed" />
      <p style={{ margin: 0 }}>
        {change.kind === 'role' && `${name} is ${before} now. ${CAN[change.role]}`}
        {change.kind === 'remove' && `${name} can no longer sign in to ${where}. Keys that were made stay as they are.`}
        {change.kind === 'withdraw' && 'The link that was sent stops working.'}
      </p>
    </Dialog>
  );
}

function wordsOf(change: MemberChange) {
  const { name, role } = change.member;
  if (change.kind === 'role')
    return {
      title: `Make ${name} ${change.role}?`,
      verb: `Make ${change.role}`,
      keep: `Keep ${role}`,
      done: `${name} is ${change.role}`,
    };
  if (change.kind === 'remove')
    return { title: `Remove ${name}?`, verb: 'Remove', keep: 'Keep', done: `${name} is removed` };
  return {
    title: 'Withdraw the invitation?',
    verb: 'Withdraw',
    keep: 'Keep it open',
    done: 'The invitation is withdrawn',
  };
}
