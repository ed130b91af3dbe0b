import { Button, Card, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Endpoint, useEndpoints } from '../../api/endpoints.ts';
import { useScope, type Workspace } from '../../api/scope.ts';
import { ChooseWorkspace } from '../../parts/choose-workspace.tsx';
import { Empty } from '../../parts/empty-state.tsx';
import { Locked } from '../../parts/locked-notice.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { Page } from '../../shell/page.tsx';
import { useGo } from '../../shell/use-go.ts';
import { DeliveriesDrawer } from './deliveries-drawer.tsx';
import { EditEndpoint } from './edit-endpoint.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import classes from './endpoints.module.css';
import { NewEndpoint } from './new-endpoint.tsx';
import { RemoveEndpoint } from './remove-endpoint.tsx';
import { SecretShown } from './secret-shown.tsx';

type Doing =
  | { what: 'new' }
  | { what: 'edit' | 'remove' | 'deliveries'; endpoint: Endpoint }
  | { what: 'secret'; name: string; secret: string; isRotated: boolean };

export default function EndpointsPage() {
  const { workspace } = useScope();
  if (workspace) return <AllEndpoints key={workspace.id} workspace={workspace} />;
  return <ChooseWorkspace title="Where alerts go" what="endpoints" />;
}

function AllEndpoints({ workspace }: { workspace: Workspace }) {
  const { data, error, refetch } = useEndpoints(workspace.id);
  const [doing, setDoing] = useState<Doing>();
  const go = useGo();
  const mayChange = workspace.role === 'owner';
  const add = (
    <Button variant="filled" leftSection={<IconPlus />} onClick={() => setDoing({ what: 'new' })}>
      Add an endpoint
    </Button>
  );
  return (
    <Page
      title="Where alerts go"
      note="Webhooks are signed; redirects are never followed; what fails is tried again for days."
      actions={
        <>
          <Button onClick={() => go('/alerts')}>Alerts</Button>
          {mayChange ? add : <Locked verb="Add an endpoint" />}
        </>
      }
    >
      {error && !data && (
        <ReadProblem title="The endpoints could not be read" text={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton height={160} />}
      {data?.endpoints.length === 0 && (
        <Card>
          <Empty title="Alerts go nowhere yet" action={mayChange ? add : undefined}>
            They stand on the page Alerts. Add a webhook, a mail address or a chat, and they are told there as well.
          </Empty>
        </Card>
      )}
      <div className={classes.cards}>
        {data?.endpoints.map((endpoint) => (
          <EndpointCard
            key={endpoint.id}
            endpoint={endpoint}
            mayChange={mayChange}
            onEdit={() => setDoing({ what: 'edit', endpoint })}
            onRemove={() => setDoing({ what: 'remove', endpoint })}
            onDeliveries={() => setDoing({ what: 'deliveries', endpoint })}
            onSecret={(secret) => setDoing({ what: 'secret', name: endpoint.name, secret, isRotated: true })}
          />
        ))}
      </div>
      <Dialogs
        doing={doing}
        workspace={workspace}
        mails={data?.mails ?? false}
        mayChange={mayChange}
        onDone={setDoing}
      />
    </Page>
  );
}

interface DialogsProps {
  doing: Doing | undefined;
  workspace: Workspace;
  /** A mail server is configured. */
  mails: boolean;
  mayChange: boolean;
  onDone(next?: Doing): void;
}

function Dialogs({ doing, workspace, mails, mayChange, onDone }: DialogsProps) {
  if (!doing) return null;
  const close = () => onDone();
  switch (doing.what) {
    case 'new':
      return (
        <NewEndpoint
          workspace={workspace}
          mails={mails}
          onClose={close}
          onMade={(name, secret) => onDone(secret ? { what: 'secret', name, secret, isRotated: false } : undefined)}
        />
      );
    case 'edit':
      return <EditEndpoint endpoint={doing.endpoint} onClose={close} />;
    case 'remove':
      return <RemoveEndpoint endpoint={doing.endpoint} onClose={close} />;
    case 'deliveries':
      return <DeliveriesDrawer endpoint={doing.endpoint} mayChange={mayChange} onClose={close} />;
    case 'secret':
      return <SecretShown {...doing} onClose={close} />;
  }
}
