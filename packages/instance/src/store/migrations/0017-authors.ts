import type { Migration } from './migration.ts'

/**
 * Authors of what runs later. Existing rows get no author, which attributes them to a full administrator, as all of them ran with full
 * access before.
 */
export const authors: Migration = {
  number: 17,
  name: 'authors',
  statements({ columns: { key } }) {
    return ['event_script', 'service', 'scheduler_task', 'lookup'].flatMap((table) => [
      `alter table ${table} add column author_id ${key}`,
      `alter table ${table} add column author_app_id ${key}`,
    ])
  },
}
