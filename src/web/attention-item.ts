/** Something that needs a person, with the one action for it. */
export interface Attention {
  kind:
    | 'token_expiring'
    | 'connection_broken'
    | 'unknown_outcome'
    | 'rejected_ad'
    | 'limit_used_up'
    | 'large_raise'
    | 'plan_waiting';
  severity: 'warning' | 'error';
  title: string;
  about: string;
  workspaceId: string;
  channel: string | null;
  since: string | null;
  action: { label: string; to: string };
}
