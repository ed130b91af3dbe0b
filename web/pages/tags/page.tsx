import { Button, Card } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useScope, type Workspace } from '../../api/scope.ts';
import { useContainers } from '../../api/tags.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { ChooseWorkspace } from '../../parts/choose-workspace.tsx';
import { Empty } from '../../parts/empty-state.tsx';
import { VIEWERS, WhomToAsk } from '../../parts/locked-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { useGo } from '../../shell/use-go.ts';
import { ContainerView } from './container-view.tsx';
import { Containers } from './containers.tsx';

const ICON = <ChannelIcon channel="tags" size={30} />;

export default function TagsPage() {
  const { workspace } = useScope();
  if (!workspace) return <ChooseWorkspace title="Tags" what="tags" icons={ICON} />;
  return (
    <Page title="Tags" note="Nothing reaches a visitor before it is published.">
      {workspace.modes.tags ? (
        <Tags key={workspace.id} workspace={workspace} />
      ) : (
        <NotConnected mayChange={workspace.role !== 'viewer'} />
      )}
    </Page>
  );
}

interface Asked {
  container?: string | undefined;
  account?: string | undefined;
  draft?: string | undefined;
}

/** The containers of an account, or one of them; an account with one container has nothing to choose. */
function Tags({ workspace }: { workspace: Workspace }) {
  const { container, account, draft } = useSearch({ strict: false }) as Asked;
  const navigate = useNavigate();
  const put = (change: Asked) => void navigate({ to: '.', search: (old) => ({ ...old, ...change }) });
  const read = useContainers(workspace.id, account);
  const only = read.data?.containers.length === 1 ? read.data.containers[0]!.id : undefined;
  const shown = container ?? only;
  if (shown === undefined)
    return (
      <Containers
        workspace={workspace}
        account={account}
        read={read}
        onAccount={(chosen) => put({ account: chosen })}
        onOpen={(chosen) => put({ container: chosen.id, account: chosen.account })}
      />
    );
  return (
    <ContainerView
      key={shown}
      container={read.data?.containers.find(({ id }) => id === shown)}
      workspace={workspace}
      place={{ workspaceId: workspace.id, account, container: shown }}
      draft={draft}
      onDraft={(chosen) => put({ draft: chosen })}
      onBack={only !== undefined ? undefined : () => put({ container: undefined, draft: undefined })}
    />
  );
}

function NotConnected({ mayChange }: { mayChange: boolean }) {
  const go = useGo();
  return (
    <Card>
      <Empty
        title="Tag management is not connected"
        icons={ICON}
        action={
          mayChange ? (
            <Button
              variant="filled"
              leftSection={<IconPlugConnected />}
              onClick={() => go('/connections', { connect: 'tags' })}
            >
              Connect it
            </Button>
          ) : (
            <span>
              {VIEWERS} <WhomToAsk />
            </span>
          )
        }
      >
        With it, the tags of a website stand here: what is live, what drafts would change, and what is wrong in them.
      </Empty>
    </Card>
  );
}
