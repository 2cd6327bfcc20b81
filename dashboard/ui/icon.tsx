/** Outlines of 24 × 24, drawn with a line of 1.7. */
const PATHS = {
  overview: 'M4 4h7v8H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 14h7v6H4z',
  content: 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7',
  types: 'M4 5h16v4H4zM4 13h7v6H4zM15 13h5v6h-5z',
  media: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01',
  knowledge: 'M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14',
  agent: 'M5 8h14v11H5zM12 4v4M9 13h.01M15 13h.01M2 12v4M22 12v4',
  conversations: 'M4 5h16v11H10l-5 4v-4H4zM8 9h8M8 12h5',
  forms: 'M5 3h14v18H5zM9 8h6M9 12h6M9 16h3',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 3',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4v6M9 14v6',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 3.5-6 8-6s8 2 8 6',
  leave: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  book: 'M5 4h13v16H7a2 2 0 0 1-2-2zM5 18a2 2 0 0 1 2-2h11',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4 4',
  add: 'M12 5v14M5 12h14',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  edit: 'M4 20l1-4L16 5l3 3L8 19z',
  drag: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 13l4 4L19 7',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  refresh: 'M20 11a8 8 0 1 0-2 6M20 5v6h-6',
  play: 'M8 5l11 7-11 7z',
  folder: 'M3 6h7l2 2h9v11H3z',
  webhook: 'M20 4L4 11l6 3 3 6zM20 4l-10 10',
  offline: 'M3 9a14 14 0 0 1 18 0M6 13a9 9 0 0 1 12 0M12 18h.01M4 4l16 16',
  upload: 'M12 16V5M7 9l5-5 5 5M4 20h16',
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration: what it stands for is said by the text or the label beside it. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'drag' ? 3 : 1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
