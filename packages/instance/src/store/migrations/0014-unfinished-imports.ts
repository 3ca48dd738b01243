import type { Migration } from './migration.ts'

/** Imports in progress, and steps that undo their effects outside of this database. */
export const unfinishedImports: Migration = {
  number: 14,
  name: 'unfinished imports',
  statements({ columns: { id, key, text } }) {
    return [
      `create table unfinished_import (
        id ${text} primary key,
        holder ${text} not null,
        alive_until ${key} not null)`,
      `create table import_step (
        id ${id},
        import_id ${text} not null references unfinished_import (id) on delete cascade,
        step ${text} not null)`,
      'create index import_step_import_id on import_step (import_id)',
    ]
  },
}
