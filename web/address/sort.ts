/** The sort order in the URL: `-cost` is by cost, descending. */
export interface Sort {
  by: string;
  descending: boolean;
}

export const readSort = (text: string | undefined, otherwise: Sort): Sort =>
  text ? { by: text.replace(/^-/, ''), descending: text.startsWith('-') } : otherwise;

export const writeSort = ({ by, descending }: Sort): string => (descending ? `-${by}` : by);
