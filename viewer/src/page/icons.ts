// Pictures for buttons: paths in a box of 24.

export const ICONS = {
  play: "M7 4.5v15l13-7.5z",
  pause: "M6 4.5h4.5v15H6zM13.5 4.5H18v15h-4.5z",
  next: "M5 5v14l10-7zM16 5h3v14h-3z",
  previous: "M19 5v14L9 12zM5 5h3v14H5z",
  forward: "M9 5.5 16.5 12 9 18.5",
  back: "M15 5.5 7.5 12 15 18.5",
  sun: "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z",
  help: "M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2.9-1.2 1.9M12 17.2v.1",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  close: "M6 6l12 12M18 6 6 18",
} as const;
