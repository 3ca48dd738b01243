import type { Migration } from './migration.ts'

/** Size of queued scripts, available without reading them. */
export const sizeOfQueuedScripts: Migration = {
  number: 16,
  name: 'size of queued scripts',
  statements: ({ columns: { key } }) => [
    `alter table script_queue add column size ${key} not null default 0`,
    'create index script_queue_size on script_queue (size)',
  ],
}
