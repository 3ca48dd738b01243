import type { Migration } from './migration.ts'

/** What scripts keep from run to run, and when a queued script may begin. */
export const scriptValues: Migration = {
  number: 15,
  name: 'script values',
  statements(engine) {
    const sqlite = engine === 'sqlite'
    const text = sqlite ? 'text' : 'text collate "C"'
    return [
      `create table script_value (
        name ${text} primary key,
        value ${text} not null)`,
      `alter table script_queue add column due ${sqlite ? 'integer' : 'bigint'} not null default 0`,
    ]
  },
}
