import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import classes from './connections.module.css';
import { RedirectAddress } from './redirect-address.tsx';

export function OwnApp({ channel = 'social' }: { channel?: string | undefined }) {
  const { data } = useQuery(api.connections.fields.queryOptions({ channel }));
  if (!data?.signIn) return null;
  return (
    <aside className={classes.own}>
      <h3>Going live with your own app</h3>
      <p>Register this redirect address with the platform, then enter the app’s id and secret under Connect.</p>
      <RedirectAddress address={data.signIn.redirectUri} />
    </aside>
  );
}
