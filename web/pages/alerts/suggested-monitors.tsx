import { Button, Card } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { rereadAlerts } from '../../api/alerts.ts';
import { callTool } from '../../api/call-tool.ts';
import { api } from '../../api/client.ts';
import type { Workspace } from '../../api/scope.ts';
import { Failed } from '../../parts/failure-notice.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import classes from './alerts.module.css';

/** Monitors that make sense here and are not made yet, each in one press. */
export function SuggestedMonitors({ workspace }: { workspace: Workspace }) {
  const { data } = useQuery(api.alerts.suggested.queryOptions({ workspaceId: workspace.id }));
  const make = useMutation({
    mutationFn: (args: Record<string, unknown>) =>
      callTool<{ name: string; fires_when: string }>({
        workspaceId: workspace.id,
        channel: 'workspace',
        tool: 'create_monitor',
        arguments: args,
      }),
    onSuccess: ({ name, fires_when }) => {
      rereadAlerts();
      showReadBack({ title: `${name} is watched`, about: `Fires when: ${fires_when}.` });
    },
  });
  if (!data || data.length === 0) return null;
  return (
    <Card component="section" className={classes.suggested} aria-label="Worth watching">
      <h2>Worth watching</h2>
      <ul>
        {data.map(({ why, arguments: args }) => (
          <li key={why}>
            <span>{why}</span>
            <Button size="xs" loading={make.isPending && make.variables === args} onClick={() => make.mutate(args)}>
              Watch
            </Button>
          </li>
        ))}
      </ul>
      <Failed error={make.error} title="The monitor was not created" />
    </Card>
  );
}
