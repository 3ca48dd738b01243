import type { Migration } from './migration.ts'

const searched = [
  { table: 'user', columns: 'first_name, last_name, name, email', shift: 0 },
  { table: 'audit', columns: 'record_name, resource, user_email, changed, address', shift: 6 },
]

/** Indexes of texts on SQLite, without entries: they are made while the instance runs. */
export const searchIndexes: Migration = {
  number: 49,
  name: 'search indexes',
  compatible: true,
  statements: ({ isShared }) =>
    isShared
      ? []
      : searched.flatMap(({ table, columns, shift }) => {
          const add = (row: string) =>
            `insert into ${table}_unsearched values (${row}.id >> ${shift}) on conflict do nothing;`
          const on = (event: string, name: string, row: string) =>
            `create trigger ${table}_search_${name} after ${event} on "${table}" begin ${add(row)} end`
          return [
            `create virtual table ${table}_search
              using fts5 (text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram')`,
            `create table ${table}_unsearched (block integer primary key)`,
            `insert into ${table}_unsearched select id >> ${shift} from "${table}" where true on conflict do nothing`,
            on('insert', 'new', 'new'),
            on(`update of ${columns}`, 'changed', 'new'),
            on('delete', 'dropped', 'old'),
          ]
        }),
}
