import type { Fault } from '../errors.ts';
import type { Group } from '../state/shapes.ts';
import type { Entity } from '../state.ts';
import {
  centsOf,
  dailyMin,
  decimal,
  missing,
  moneyFaults,
  nameFaults,
  scheduledDays,
  scheduleFaults,
  tooLow,
} from './limits.ts';
import { OBJECTIVES } from './objectives.ts';
import { anything, type Fields, flag, long, money, record, symbol, text, urn } from './schema.ts';
import { birthFaults, statusFaults } from './status.ts';

export const GROUP_STATUSES = ['ACTIVE', 'PAUSED', 'DRAFT', 'ARCHIVED', 'CANCELED', 'PENDING_DELETION', 'REMOVED'];

const readOnly = { type: anything, readOnly: true };
export const SCHEDULE = record({ start: { type: long, required: true }, end: { type: long } });

export const GROUP_FIELDS: Fields = {
  account: { type: urn },
  name: { type: text },
  status: { type: symbol(...GROUP_STATUSES) },
  runSchedule: { type: SCHEDULE },
  totalBudget: { type: money },
  dailyBudget: { type: money },
  objectiveType: { type: symbol(...OBJECTIVES) },
  budgetOptimization: {
    type: record({
      bidStrategy: { type: symbol('MAXIMUM_DELIVERY', 'MANUAL', 'COST_CAP'), required: true },
      budgetOptimizationStrategy: { type: symbol('DYNAMIC'), required: true },
    }),
  },
  id: readOnly,
  test: readOnly,
  backfilled: { type: flag, readOnly: true },
  allowedCampaignTypes: readOnly,
  servingStatuses: readOnly,
  changeAuditStamps: readOnly,
};

export interface GroupChange {
  group: Group;
  before: Entity<'group'> | undefined;
  account: Entity<'account'>;
  touched: readonly string[];
  now: number;
}

export function isDynamic({ budgetOptimization }: Group): boolean {
  return budgetOptimization?.budgetOptimizationStrategy === 'DYNAMIC';
}

export function groupFaults(change: GroupChange): Fault[] {
  const { group, before, account, touched, now } = change;
  const stored = before?.fields;
  return [
    ...accountFaults('CampaignGroup', group.account, account.id, touched, stored !== undefined),
    ...nameFaults('/CampaignGroup/name', group.name, 100),
    ...(stored
      ? statusFaults('CampaignGroup', stored.status, group.status, touched)
      : birthFaults('CampaignGroup', group.status, ['ACTIVE', 'DRAFT'])),
    ...scheduleFaults({
      entity: 'CampaignGroup',
      schedule: group.runSchedule,
      before: stored?.runSchedule,
      stored: stored?.status,
      now,
    }),
    ...moneyFaults('/CampaignGroup/totalBudget', group.totalBudget, account.fields.currency),
    ...moneyFaults('/CampaignGroup/dailyBudget', group.dailyBudget, account.fields.currency),
    ...budgetFaults(group, account.fields.currency),
    ...(stored ? fixedFaults(group, before!, account) : []),
    ...(!stored && account.fields.type === 'ENTERPRISE'
      ? [
          {
            code: 'CAMPAIGN_GROUP_CREATION_NOT_ALLOWED',
            path: '/CampaignGroup/account',
            description: 'Campaign groups cannot be created in an enterprise account',
          },
        ]
      : []),
  ];
}

/** The account is the path's, and stays. */
export function accountFaults(
  entity: string,
  given: unknown,
  account: string,
  touched: readonly string[],
  exists: boolean,
): Fault[] {
  const path = `/${entity}/account`;
  if (exists) {
    return touched.includes('account')
      ? [{ code: 'FIELD_NOT_ALLOWED', path, description: `${path} cannot be changed` }]
      : [];
  }
  if (given === undefined) return [missing(path)];
  return given === `urn:li:sponsoredAccount:${account}`
    ? []
    : [
        {
          code: 'MISMATCH_FIELDS',
          path,
          value: given,
          description: `Value ${given} of ${path} expected to match value ${account} of the path`,
        },
      ];
}

function budgetFaults(group: Group, currency: string): Fault[] {
  const faults: Fault[] = [];
  const [daily, total] = [centsOf(group.dailyBudget), centsOf(group.totalBudget)];
  const [dailyPath, totalPath] = ['/CampaignGroup/dailyBudget', '/CampaignGroup/totalBudget'];
  const dynamic = isDynamic(group);
  if (group.totalBudget && group.runSchedule && group.runSchedule.end === undefined) {
    faults.push({
      code: 'CONDITIONAL_MISSING_FIELD',
      path: '/CampaignGroup/runSchedule/end',
      description: `/CampaignGroup/runSchedule/end is required if ${totalPath} is set`,
      on: { path: totalPath },
    });
  }
  const totalMin = dailyMin(currency) * (dynamic ? 3 : 1) * totalDays(group, dynamic);
  if (total !== undefined && total > 0 && total < totalMin)
    faults.push(tooLow(`${totalPath}/amount`, group.totalBudget!.amount, (totalMin / 100).toFixed(2)));
  if (!dynamic) {
    if (group.dailyBudget) faults.push(notAllowed(dailyPath, '/CampaignGroup/budgetOptimization'));
    return faults;
  }
  if (group.dailyBudget && group.totalBudget) faults.push(notAllowed(dailyPath, totalPath));
  if (group.objectiveType === undefined) {
    faults.push({
      code: 'CONDITIONAL_MISSING_FIELD',
      path: '/CampaignGroup/objectiveType',
      description: '/CampaignGroup/objectiveType is required if /CampaignGroup/budgetOptimization is DYNAMIC',
      on: { path: '/CampaignGroup/budgetOptimization' },
    });
  }
  const least = dailyMin(currency) * 3;
  if (daily !== undefined && daily > 0 && daily < least)
    faults.push(tooLow(`${dailyPath}/amount`, group.dailyBudget!.amount, decimal(least)));
  return faults;
}

/** Ten times the least of a day, and for shared budgets one day more for each day beyond the tenth. */
function totalDays({ runSchedule }: Group, dynamic: boolean): number {
  return dynamic && runSchedule ? Math.max(10, scheduledDays(runSchedule)) : 10;
}

function notAllowed(path: string, other: string): Fault {
  return {
    code: 'CONDITIONAL_FIELD_NOT_ALLOWED',
    path,
    description: `${path} is not allowed with ${other} as it is`,
    on: { path: other },
  };
}

function fixedFaults(group: Group, { fields: stored }: Entity<'group'>, account: Entity<'account'>): Fault[] {
  const faults: Fault[] = [];
  if (stored.backfilled) {
    faults.push({
      code: 'CANNOT_UPDATE_BACKFILLED_CAMPAIGN_GROUPS',
      path: '/CampaignGroup/id',
      description: 'The default campaign group cannot be changed',
    });
  }
  if (stored.objectiveType !== undefined && group.objectiveType !== stored.objectiveType) {
    faults.push({
      code: 'OBJECTIVE_CHANGE_NOT_ALLOWED',
      path: '/CampaignGroup/objectiveType',
      value: group.objectiveType,
      description: '/CampaignGroup/objectiveType cannot be changed once it is set',
    });
  }
  if (JSON.stringify(group.budgetOptimization) !== JSON.stringify(stored.budgetOptimization)) {
    const path = '/CampaignGroup/budgetOptimization';
    faults.push({ code: 'FIELD_NOT_ALLOWED', path, description: `${path} cannot be changed after creation` });
  }
  if (account.fields.type === 'ENTERPRISE') {
    const changed = (['runSchedule', 'totalBudget', 'dailyBudget'] as const).filter(
      (name) => JSON.stringify(group[name]) !== JSON.stringify(stored[name]),
    );
    faults.push(
      ...changed.map((name) => ({
        code: 'FIELD_NOT_ALLOWED_FOR_ENTERPRISE_LMS_ACCOUNTS',
        path: `/CampaignGroup/${name}`,
        description: `/CampaignGroup/${name} cannot be changed in an enterprise account`,
      })),
    );
  }
  return faults;
}
