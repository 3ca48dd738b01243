import { DatabaseSync } from 'node:sqlite'

const columns = [
  'id integer primary key, name varchar(80) not null, description text, amount decimal(12,2) not null default 0',
  'quantity integer, is_active boolean not null default 1, created_at datetime, updated_at datetime, note varchar(255)',
].join()

/** Creates a SQLite file of tables with eleven columns and two relations each: to the one before it, and from the one after it. */
export function makeManyTables(path: string, count: number): void {
  const tables = Array.from({ length: count }, (_, at) => {
    const up = `up_id integer references sales_table_${(at + count - 1) % count}(id)`
    return `create table sales_table_${at} (${columns}, ${up}, status varchar(20))`
  })
  const file = new DatabaseSync(path)
  file.exec(`begin; ${tables.join(';')}; commit`)
  file.close()
}
