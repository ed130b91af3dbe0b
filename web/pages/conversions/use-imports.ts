import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useEffect, useRef, useState } from 'react';
import type { Api } from '../../../src/web/api/router.ts';
import { api, client, readAgain } from '../../api/client.ts';

export type Import = inferRouterOutputs<Api>['conversions']['imports']['imports'][number];

export const FIRST_ROW = 2;
export const isDone = ({ next, rows }: Import): boolean => next > rows + 1;

const readImports = () => readAgain(api.conversions.imports.pathFilter());

/** The files on their way. This window sends the slices, one after the other; closing it halts, and the place is kept. */
export function useImports(workspaceId: string) {
  const { data } = useQuery(api.conversions.imports.queryOptions({ workspaceId }));
  const [running, setRunning] = useState<Import>();
  const [problem, setProblem] = useState<{ id: string; error: { message: string } }>();
  const isHalted = useRef(false);
  useEffect(
    () => () => {
      isHalted.current = true;
    },
    [],
  );
  const go = async (started: Import) => {
    isHalted.current = false;
    setProblem(undefined);
    let state = started;
    setRunning(state);
    try {
      while (!isHalted.current && !isDone(state)) {
        state = await client.conversions.importSend.mutate({ workspaceId, id: state.id, from: state.next });
        setRunning(state);
      }
    } catch (error) {
      setProblem({ id: state.id, error: error as Error });
    }
    setRunning(undefined);
    await readAgain(api.conversions.pathFilter());
  };
  const remove = async (id: string) => {
    await client.conversions.importRemove
      .mutate({ workspaceId, id })
      .catch((error: Error) => setProblem({ id, error }));
    await readImports();
  };
  return {
    imports: (data?.imports ?? []).map((one) => (one.id === running?.id ? running : one)),
    running: running?.id,
    problem,
    go,
    halt: () => {
      isHalted.current = true;
    },
    remove,
    read: readImports,
  };
}

export type Imports = ReturnType<typeof useImports>;
