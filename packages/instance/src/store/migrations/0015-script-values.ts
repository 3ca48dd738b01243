import type { Migration } from './migration.ts'

/** What scripts keep from run to run, and when a queued script may begin. */
export const scriptValues: Migration = {
  number: 15,
  name: 'script values',
  statements({ columns: { key, text } }) {
    return [
      `create table script_value (
        name ${text} primary key,
        value ${text} not null)`,
      `alter table script_queue add column due ${key} not null default 0`,
    ]
  },
}
