/** `-cost` is cost, largest first. */
export interface Sort {
  by: string;
  descending: boolean;
}

export const readSort = (text: string | undefined, otherwise: Sort): Sort =>
  text ? { by: text.replace(/^-/, ''), descending: text.startsWith('-') } : otherwise;

export const writeSort = ({ by, descending }: Sort): string => (descending ? `-${by}` : by);
