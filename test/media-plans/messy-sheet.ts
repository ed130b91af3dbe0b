/** A plan as an agency sends it: heads in the fourth and fifth row, three currencies by section, duplicates, sums, fees, notes. */
export function messySheet(rows: number) {
  const lines = [
    'Mediaplan 2027 – Muster GmbH,,,,,,',
    'Stand: 10.11.2026,,,Legende: x = offen,,,',
    ',,,,,,',
    ',Kampagne,Ziel,Laufzeit,,Budget,Bemerkung',
    ',,,von,bis,gesamt,',
  ];
  const sections = [
    { title: 'Google Ads – USD', share: 0.3, amount: (at: number) => `"${900 + at},50"` },
    { title: 'Google Ads – EUR', share: 0.3, amount: (at: number) => `"1.${String(100 + at)},00 €"` },
    { title: 'Meta (JPY)', share: 0.4, amount: (at: number) => `¥${90 + at}.000` },
  ];
  let number = 0;
  const campaigns: { name: string; row: number; isTwice: boolean }[] = [];
  const line = (name: string, amount: string) => `,${name},Traffic,05.01.2027,03.02.2027,${amount},`;
  const half = (isFirst: boolean) => {
    for (const { title, share, amount } of sections) {
      lines.push(`${title},,,,,,`);
      const count = Math.floor((rows / 2 - 12) * share);
      for (let at = 0; at < count; at++) {
        const name = `Kampagne ${++number}`;
        // One in twelve stands there twice, with the same amount.
        const isTwice = at % 12 === 11;
        campaigns.push({ name, row: lines.push(line(name, amount(at))), isTwice });
        if (isTwice) lines.push(line(name, amount(at)));
      }
      lines.push(',,,,,,', `Summe ${title},,,,,,`, 'Vorjahr,,,,,1,');
    }
    if (!isFirst) lines.push('* alle Angaben ohne Gewähr,,,,,,');
  };
  half(true);
  const [firstRows, firstCount] = [lines.length, campaigns.length];
  half(false);
  const outOf = (some: typeof campaigns) => some.filter(({ isTwice }) => isTwice).length;
  const [first, second] = [campaigns.slice(0, firstCount), campaigns.slice(firstCount)];
  const made = first.filter(({ isTwice }) => !isTwice);
  const edited = [...lines];
  const [changed] = second.filter(({ isTwice }) => !isTwice);
  edited[changed!.row - 1] = edited[changed!.row - 1]!.replace(',50', ',75');
  const section = lines.lastIndexOf('Google Ads – EUR,,,,,,');
  edited[section] = 'Google Ads – USD,,,,,,';
  return {
    lines,
    edited,
    editedCells: [`Plan!F${changed!.row}`, `Plan!A${section + 1}`],
    firstHalf: `Plan!A1:G${firstRows}`,
    namesOfFirstHalf: made.map(({ name }) => name),
    /** Both rows of every duplicate. */
    stops: campaigns.flatMap(({ row, isTwice }) => (isTwice ? [`Plan!B${row}`, `Plan!B${row + 1}`] : [])),
    fates: {
      firstHalf: { make: made.length, out: outOf(first) },
      whole: { make: second.length - outOf(second), same: made.length, out: outOf(campaigns) },
    },
  };
}
