import { expect, test } from 'vitest';
import type { Failure } from '../../errors.ts';
import { refuseForeignRepairs } from './repair-addresses.ts';

const cells = { tab: 'Plan', firstRow: 3, firstColumn: 1, shown: [['Campaign'], ['North']], values: [] };

function refused(...addresses: string[]): string[] {
  try {
    refuseForeignRepairs(cells, Object.fromEntries(addresses.map((address) => [address, '5'])));
    return [];
  } catch (error) {
    return (error as Failure).details.problems!.map(({ field, message }) => `${field} ${message}`);
  }
}

test('cells of the range can be repaired, with or without the name of their tab', () => {
  expect(() => refuseForeignRepairs(cells)).not.toThrow();
  expect(refused('Plan!B4', "'Plan'!C5", 'Z5')).toEqual([]);
});

test.each(['Other!B5', 'Plan!B3', 'Plan!B6', 'Plan!A5', 'Plan!B4:B5', 'Plan!B:B', 'Plan', 'Total', "'Plan!B4"])(
  'a repair of %s, which is no cell of the range, is refused beside the others',
  (address) => {
    expect(refused('Plan!B4', address)).toEqual([`repairs.${address} is no cell of the range`]);
  },
);
