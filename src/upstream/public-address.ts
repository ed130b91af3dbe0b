import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** From IANA's registries of special-purpose addresses, and one cloud's host service on an otherwise public address. */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Only global unicast is public. That leaves out loopback, mapped, translated, local and multicast addresses at once. */
const GLOBAL_UNICAST_V6 = '2000::/3';
/** Parts of it that are not: protocol assignments with Teredo, documentation, 6to4, the ended 6bone. */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3ffe::/16', '3fff::/20'];

const notPublicV4 = subnets(NOT_PUBLIC_V4, 'ipv4');
const globalUnicastV6 = subnets([GLOBAL_UNICAST_V6], 'ipv6');
const notPublicV6 = subnets(NOT_PUBLIC_V6, 'ipv6');

/** Whether an address, in the text form a resolver gives, is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublicV4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalUnicastV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6');
}

function subnets(list: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const blocks = new BlockList();
  for (const subnet of list) {
    const [network = '', prefix] = subnet.split('/');
    blocks.addSubnet(network, Number(prefix), family);
  }
  return blocks;
}
