/** The logo as line art. It has no background: the component around it draws the box. */
export function HelmMark({ size = 16 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="3.75" />
      <path d="M8 1.5v13M1.5 8h13" />
    </svg>
  );
}
