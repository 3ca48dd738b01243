import { DatabaseSync } from 'node:sqlite'

const columns = [
  'id integer primary key, name varchar(80) not null, amount decimal(12,2) not null default 0, quantity integer',
  'is_active boolean not null default 1, created_at datetime, note varchar(255)',
].join()

/** Creates a SQLite file of tables with ten columns, three of which refer to other tables, and so with three relations from others. */
export function makeManyTables(path: string, count: number): void {
  const tables = Array.from({ length: count }, (_, at) => {
    const up = (name: string, by: number) =>
      `${name} integer references sales_table_${(at + 30 * count - by) % count}(id)`
    return `create table sales_table_${at} (${columns}, ${up('up_id', 1)}, ${up('main_id', 7)}, ${up('next_id', 30)})`
  })
  const file = new DatabaseSync(path)
  file.exec(`begin; ${tables.join(';')}; commit`)
  file.close()
}
