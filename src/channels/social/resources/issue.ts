/** Problems that the platform reports on an object it accepted. */
export function issuesOf(
  issues: readonly { error_summary?: string | undefined; error_message?: string | undefined }[] | undefined,
): string[] | undefined {
  if (!issues || issues.length === 0) return undefined;
  return issues.map(({ error_summary, error_message }) => [error_summary, error_message].filter(Boolean).join(': '));
}
