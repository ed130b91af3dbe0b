import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useScope } from '../../api/scope.ts';
import { AfterDelay } from '../../parts/after-delay.tsx';
import { channelOrder } from '../../parts/channels.ts';
import { Empty } from '../../parts/empty-state.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Page } from '../../shell/page.tsx';
import classes from './playground.module.css';
import { Reference } from './reference.tsx';
import { ToolList } from './tool-list.tsx';
import { TryTool } from './try-tool.tsx';

export default function PlaygroundPage() {
  const { workspace, all } = useScope();
  const shown = workspace ?? all[0];
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const put = (change: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true });
  const { data, error } = useQuery(api.tools.catalogue.queryOptions({ ...(shown && { workspaceId: shown.id }) }));
  const usual = data?.channels.toSorted((a, b) => channelOrder(a.channel) - channelOrder(b.channel))[0];
  const channel = data?.channels.find((one) => one.channel === search.channel) ?? usual;
  const tool = channel?.tools.find(({ name }) => name === search.tool) ?? channel?.tools[0];
  const view = search.view === 'reference' ? 'reference' : 'try';
  return (
    <Page
      wide
      title="Playground"
      actions={
        <SegmentedControl
          aria-label="What to see"
          data={[
            { value: 'try', label: 'Try' },
            { value: 'reference', label: 'Reference' },
          ]}
          value={view}
          onChange={(chosen) => put({ view: chosen === 'try' ? undefined : chosen })}
        />
      }
    >
      {error && <Problem title="The tools could not be read" text={error.message} />}
      {!data && !error && <Waiting />}
      {data && !shown && <Empty title="No workspace yet">With one, its tools could be tried here.</Empty>}
      {data && channel && tool && shown && (
        <div className={classes.panes}>
          <ToolList
            channels={data.channels}
            channel={channel}
            tool={tool}
            onChannel={(name) => put({ channel: name, tool: undefined, arguments: undefined })}
            onTool={(name) => put({ channel: channel.channel, tool: name, arguments: undefined })}
          />
          {view === 'reference' ? (
            <Reference channel={channel} tool={tool} />
          ) : (
            <TryTool
              key={`${channel.channel} ${tool.name}`}
              workspace={shown}
              channel={channel}
              tool={tool}
              given={search.arguments}
              onReference={() => put({ view: 'reference' })}
            />
          )}
        </div>
      )}
    </Page>
  );
}

const Waiting = () => (
  <AfterDelay>
    <div className={classes.panes} aria-busy="true">
      <Skeleton height={320} m={16} />
      <Skeleton height={320} m={16} />
      <Skeleton height={320} m={16} />
    </div>
  </AfterDelay>
);
