import type { FastifyInstance } from 'fastify';
import type { World } from '../../emulator.ts';
import { directAccounts } from '../access.ts';
import { adsError } from '../errors.ts';
import { publicRoute } from './wire.ts';

export function mountCustomers(app: FastifyInstance, world: World): void {
  publicRoute(app, world, { method: 'GET', path: '/customers::listAccessibleCustomers' }, ({ caller }) => {
    const accounts = directAccounts(world, caller);
    if (accounts.length === 0)
      throw adsError('authenticationError.NOT_ADS_USER', 'User in the cookie is not a valid Ads user.');
    return { resourceNames: accounts.map((id) => `customers/${id}`) };
  });
}
