import type { Migration } from './migration.ts'

/**
 * Who wrote what runs later. What was there before has no author, which makes it a full administrator's, as all of it had
 * their rights until now.
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
