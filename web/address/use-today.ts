import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useScope } from '../api/scope.ts';

/** The person's own day: accounts further east may have begun the next one. */
const dayAt = (time: number) => new Date(time).toLocaleDateString('sv-SE');

/** Today, by the sandbox's clock where that is what is shown: it may be weeks ahead. */
export function useToday(): string {
  const { hasSandbox } = useScope();
  const { data } = useQuery({ ...api.rehearsal.state.queryOptions(), enabled: hasSandbox, staleTime: 30_000 });
  return dayAt(hasSandbox && data ? Date.parse(data.clock.now) : Date.now());
}
