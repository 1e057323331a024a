/** The forms a turn, a session or everything is handed out in. */
export const EXPORT_FORMATS = ['md', 'html', 'json', 'jsonl', 'bundle'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
