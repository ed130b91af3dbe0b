import { accountPath } from '../format.ts';
import type { Permission } from '../state/shapes.ts';
import type { Store } from '../state.ts';

export function saveAccount(store: Store, accountId: string, name: string, more: { googleTags?: true } = {}): void {
  const fingerprint = store.nextFingerprint();
  store.save('account', accountPath(accountId), { accountId, name, shareData: false, fingerprint, ...more });
}

export function savePermission(
  store: Store,
  account: string,
  emailAddress: string,
  permission: Permission['accountAccess']['permission'],
  containerAccess: Permission['containerAccess'],
): void {
  const permissionId = store.nextNumber(`permission of ${account}`);
  const path = `${accountPath(account)}/user_permissions/${permissionId}`;
  store.save('permission', path, { permissionId, emailAddress, accountAccess: { permission }, containerAccess });
}
