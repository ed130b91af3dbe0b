import { useMutation, useQuery } from '@tanstack/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { useState } from 'react';
import type { Api } from '../../src/web/api/router.ts';
import { api, readAgain } from './client.ts';
import { type ReadingStep, readInSteps } from './reading-steps.ts';
import { useScope } from './scope.ts';

type Outputs = inferRouterOutputs<Api>['mediaPlans'];
export type ListedMediaPlan = Outputs['list']['plans'][number];
export type MediaPlan = Outputs['get'];
export type Progress = Outputs['progress'];
export type DecidedPlan = NonNullable<Progress['plan']>;
export type MemberProgress = Progress['members'][number];
export type PlannedRow = MediaPlan['rows'][number];
export type SheetProblem = MediaPlan['problems'][number];
export type PlanSum = MediaPlan['sums'][number];
export type Meaning = NonNullable<MediaPlan['mapping'][number]['meaning']>;
type Inputs = inferRouterInputs<Api>['mediaPlans'];
export type ReadRequest = Omit<Inputs['read'], 'workspaceId'>;
export type PracticeSheet = Outputs['practice']['sheets'][number];
export type Defaults = Outputs['defaults'];

const LIST_EVERY_MS = 15_000;
const PROGRESS_EVERY_MS = 1_500;
const LOOK_EVERY_MS = 5_000;

export function useMediaPlans() {
  const { workspaceIds } = useScope();
  return useQuery({
    ...api.mediaPlans.list.queryOptions({ workspaceIds }),
    refetchInterval: LIST_EVERY_MS,
    staleTime: 0,
  });
}

/** Read again only after another reading of the sheet: one that leaves the plan as it is takes the place of the one before. */
export const useMediaPlan = (id: string) =>
  useQuery({ ...api.mediaPlans.get.queryOptions({ id }), staleTime: Number.POSITIVE_INFINITY });

const MOVING: readonly DecidedPlan['state'][] = ['approved', 'applying'];
const OPEN: readonly DecidedPlan['state'][] = ['planned', 'waiting', 'scheduled'];

export const isMoving = (plan: DecidedPlan | null | undefined): boolean =>
  plan !== null && plan !== undefined && MOVING.includes(plan.state);

/** The decision and what has come of each campaign, read again by itself until it is over. */
export function useProgress(id: string) {
  return useQuery({
    ...api.mediaPlans.progress.queryOptions({ id }),
    placeholderData: undefined,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (!data) return LOOK_EVERY_MS;
      if (isMoving(data.plan) || data.members.some(({ state }) => state === 'applying')) return PROGRESS_EVERY_MS;
      return data.plan && OPEN.includes(data.plan.state) ? LOOK_EVERY_MS : false;
    },
  });
}

/** Reads and checks a sheet; nothing is made by it. `step` is how far it is. */
export function useReadSheet(onRead: (id: string) => void) {
  const [step, setStep] = useState<ReadingStep>();
  const reading = useMutation({
    mutationFn: async (request: Inputs['read']) => {
      setStep(undefined);
      return readInSteps(request, setStep);
    },
    onSuccess: onRead,
    onSettled: () => {
      void readAgain(api.mediaPlans.list.pathFilter());
      void readAgain(api.mediaPlans.get.pathFilter());
    },
  });
  return { ...reading, step };
}

/** The sandbox's sheets to practise with; none where nothing is sandbox. */
export function usePracticeSheets(workspaceId: string | undefined) {
  const { data } = useQuery({
    ...api.mediaPlans.practice.queryOptions({ workspaceId: workspaceId ?? '' }),
    enabled: workspaceId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: undefined,
    retry: false,
  });
  return data?.sheets ?? [];
}

/** After a decision, and after a refusal too: somebody else may have decided. */
export const rereadMediaPlans = (): void =>
  void Promise.all([
    readAgain(api.mediaPlans.progress.pathFilter()),
    readAgain(api.mediaPlans.list.pathFilter()),
    readAgain(api.approvals.list.pathFilter()),
    readAgain(api.approvals.get.pathFilter()),
  ]);
