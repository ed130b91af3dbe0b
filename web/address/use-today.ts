import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useScope } from '../api/scope.ts';

/** The date in the browser's time zone; an account further east may already be in the next day. */
const dayAt = (time: number) => new Date(time).toLocaleDateString('sv-SE');

/** Today; by the sandbox's clock if sandbox data is shown, since it may be weeks ahead. */
export function useToday(): string {
  const { hasSandbox } = useScope();
  const { data } = useQuery({ ...api.rehearsal.state.queryOptions(), enabled: hasSandbox, staleTime: 30_000 });
  return dayAt(hasSandbox && data ? Date.parse(data.clock.now) : Date.now());
}
