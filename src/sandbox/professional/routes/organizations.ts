import { accountFor } from '../access.ts';
import { notFound, paramInvalid } from '../errors.ts';
import { INDEX_PARAMS, indexPage } from '../restli/paging.ts';
import { type Resource, urnId } from '../restli/resource.ts';
import type { Entity } from '../state.ts';

/** What belongs to pages and accounts besides ads: organizations, matched audiences. */

export const organizationAcls: Resource = {
  path: '/organizationAcls',
  reads: ['r_organization_admin'],
  finders: {
    roleAssignee: {
      params: ['role', 'state', ...INDEX_PARAMS],
      run: (call) =>
        indexPage(
          call,
          'organizationAcls',
          call.store.list('organizationAcl', { parent: call.session.member.id }),
          ({ fields }) => fields,
        ),
    },
  },
};

export const organizations: Resource = {
  path: '/organizations',
  key: 'number',
  reads: ['r_organization_admin', 'r_organization_social'],
  get(call, id) {
    const organization = call.store.find('organization', id);
    if (!organization) throw notFound();
    return { id: Number(id), ...organization.fields, primaryOrganizationType: 'NONE' };
  },
};

function shownSegment(segment: Entity<'segment'>) {
  const time = { actor: 'urn:li:unknown:0', time: segment.createdAt };
  return { id: Number(segment.id), ...segment.fields, created: time, lastModified: time };
}

export const adSegments: Resource = {
  path: '/adSegments',
  key: 'number',
  reads: ['r_ads'],
  finders: {
    accounts: {
      params: ['accounts', ...INDEX_PARAMS],
      run(call) {
        const given = call.query.get('accounts');
        const [account] = [given].flat();
        if (typeof account !== 'string') throw paramInvalid('accounts');
        const id = urnId('accounts', account, 'sponsoredAccount');
        accountFor(call, id);
        return indexPage(call, 'adSegments', call.store.list('segment', { account: id }), shownSegment);
      },
    },
  },
};
