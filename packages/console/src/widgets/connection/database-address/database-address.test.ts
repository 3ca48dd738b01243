import { expect, test } from 'vitest'
import { readDatabaseAddress } from './database-address.ts'

test.each([
  '',
  'postgres',
  'postgres://',
  'https://db.test/x',
  'postgres:// db.test/x',
  'postgres://[::1/x',
  'oracle://a/b',
])('finds no database URL in %j', (text) => {
  expect(readDatabaseAddress(text)).toBeNull()
})

test.each([
  [
    'postgres://ann:p%40ss@db.test/shop?sslmode=require',
    'pgsql',
    { host: 'db.test', port: 5432, database: 'shop', username: 'ann', password: 'p@ss', sslmode: 'require' },
  ],
  ['postgresql://[::1]:5433/shop', 'pgsql', { host: '::1', port: 5433, database: 'shop' }],
  [
    'jdbc:postgresql://db.test/shop?user=ann&password=x',
    'pgsql',
    { host: 'db.test', port: 5432, database: 'shop', username: 'ann', password: 'x' },
  ],
  [
    ' mysql://root@127.0.0.1:3307/till ',
    'mysql',
    { host: '127.0.0.1', port: 3307, database: 'till', username: 'root' },
  ],
  [
    'mariadb://root:100%@h/till',
    'mariadb',
    { host: 'h', port: 3306, database: 'till', username: 'root', password: '100%' },
  ],
  [
    'mongodb+srv://u:p@cluster.test/app',
    'mongodb',
    { host: 'cluster.test', port: 27_017, database: 'app', username: 'u', password: 'p' },
  ],
  [
    'sqlserver://db.test:1434;database=crm;user=sa;password=a=b',
    'sqlsrv',
    { host: 'db.test', port: 1434, database: 'crm', username: 'sa', password: 'a=b' },
  ],
])('reads all required settings from %s', (text, type, config) => {
  expect(readDatabaseAddress(text)).toMatchObject({ type, config })
  expect(Object.keys(readDatabaseAddress(text)?.config ?? {}).sort()).toEqual(Object.keys(config).sort())
})

test('names a service after the database, or after its host without one', () => {
  expect(readDatabaseAddress('mysql://h/till')?.name).toBe('till')
  expect(readDatabaseAddress('mysql://h')?.name).toBe('h')
})
