import { Button, Radio, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMe } from '../../api/scope.ts';
import { dayWithYear } from '../../format/time.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { SecretBox } from '../../parts/secret-box.tsx';
import WorkspaceSelect from '../../parts/workspace-select.tsx';
import classes from './members.module.css';
import type { Role } from './rows.ts';

const ROLES: { role: Role; title: string; about: string }[] = [
  { role: 'viewer', title: 'Viewer', about: 'Looks at everything, changes nothing.' },
  { role: 'member', title: 'Member', about: 'Changes campaigns, connections and keys.' },
  { role: 'approver', title: 'Approver', about: 'Decides besides what agents ask for.' },
  { role: 'owner', title: 'Owner', about: 'Members and workspaces besides.' },
];
const EVERYWHERE = '';

export function Invite({ onClose: close }: { onClose(): void }) {
  const { workspaces, organization } = useMe();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [workspaceId, setWorkspaceId] = useState(EVERYWHERE);
  const invite = useMutation(api.members.invite.mutationOptions());
  // The link that is on its way is shown here and nowhere else.
  const onClose = () => invite.isPending || close();
  const submit = () =>
    invite.mutate({ role, ...(email.trim() && { email: email.trim() }), ...(workspaceId && { workspaceId }) });
  if (invite.data) return <InviteLink {...invite.data} onClose={onClose} />;
  return (
    <Dialog
      opened
      onClose={onClose}
      size={520}
      title={`Invite to ${organization.name}`}
      about="By a link that works once. Nothing is sent by us."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" loading={invite.isPending} onClick={submit}>
            Make the link
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <Failed error={invite.error} title="No link was made" />
        <TextInput
          label="E-mail"
          type="email"
          description="Left empty, whoever opens the link chooses one."
          inputWrapperOrder={['label', 'input', 'description']}
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <RoleChoice role={role} onChange={setRole} />
        <WorkspaceSelect
          label="Where"
          first={{ value: EVERYWHERE, label: 'Whole organization' }}
          workspaces={workspaces.filter(({ archived }) => !archived)}
          value={workspaceId}
          onChange={(chosen) => setWorkspaceId(chosen ?? EVERYWHERE)}
        />
      </div>
    </Dialog>
  );
}

function InviteLink({ link, expiresAt, onClose }: { link: string; expiresAt: string; onClose(): void }) {
  return (
    <Dialog
      opened
      once
      onClose={onClose}
      size={560}
      title="Send this link"
      about={`Works once, until ${dayWithYear(expiresAt.slice(0, 10))}.`}
      actions={
        <Button variant="filled" onClick={onClose}>
          I have sent it
        </Button>
      }
    >
      <SecretBox
        secret={link}
        what="link"
        warning="Shown this once. Whoever opens it first is let in; if it is lost, withdraw it and invite again."
      />
    </Dialog>
  );
}

function RoleChoice({ role, onChange }: { role: Role; onChange(role: Role): void }) {
  return (
    <Radio.Group label="Role" value={role} onChange={(chosen) => onChange(chosen as Role)}>
      <div className={classes.roles}>
        {ROLES.map(({ role: value, title, about }) => (
          <Radio.Card key={value} value={value} className={classes.role}>
            <Radio.Indicator size="xs" />
            <span>
              <span className={classes.name}>{title}</span>
              <span className={classes.about}>{about}</span>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
