import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

export interface Counts {
  readonly services: number
  readonly users: number
  readonly roles: number
  readonly scripts: number
  readonly audited: number
}

/** Expressions of SQL for the columns that differ from row to row; `n` is the number of the row, from 1. */
type Differing = Readonly<Record<string, string>>

const firstNames = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Katherine', 'Linus', 'Margaret', 'Tim']
const lastNames = [
  'Lovelace',
  'Hopper',
  'Turing',
  'Dijkstra',
  'Liskov',
  'Knuth',
  'Johnson',
  'Hamilton',
  'Lee',
  'Ritchie',
]
const actions = ['created', 'modified', 'modified', 'deleted']
const resources = ['user', 'role', 'service', 'app', 'lookup']

/** Picks by a number that is spread over the rows, so that neighbours differ. */
const pick = (texts: readonly string[], every: number) =>
  `case (n / ${every}) % ${texts.length} ${texts.map((text, at) => `when ${at} then '${text}'`).join(' ')} end`
const mail = (domain: string) => `'person' || n || '@${domain}'`
/** Minutes before now. */
const ago = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (n / 100) || ' minutes')`

/** Copies the newest row of each table, which must have one, as often as wanted. The instance must not run. */
export function fillStore(file: string, counts: Counts): void {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -200000')
  const copy = (table: string, count: number, differing: Differing) => copyNewest(database, table, count, differing)
  copy('service', counts.services, { name: `'many' || n`, label: `'Service number ' || n` })
  copy('role', counts.roles, { name: `'Role number ' || n`, description: pick(lastNames, 1) })
  copy('role_service_access', counts.roles, {
    role_id: `(select max(id) from role) - ${counts.roles} + n`,
    component: `'part' || n || '/*'`,
  })
  const first = pick(firstNames, 1)
  const last = pick(lastNames, 10)
  copy('user', counts.users, {
    email: mail('example.com'),
    email_key: mail('example.com'),
    username: 'null',
    username_key: 'null',
    first_name: first,
    last_name: last,
    name: `${first} || ' ' || ${last}`,
    is_active: 'n % 10 > 0',
    last_login_date: ago,
  })
  copy('user_to_app_to_role', counts.users, {
    user_id: `(select max(id) from user) - ${counts.users} + n`,
    role_id: `(select max(id) from role) - n % ${counts.roles}`,
  })
  copy('event_script', counts.scripts, { name: `'many' || n || '.get.pre_process'` })
  copy('audit', counts.audited, {
    action: pick(actions, 1),
    resource: pick(resources, 3),
    record_id: 'n / 10',
    write_id: `'write' || n`,
    record_name: `${first} || ' ' || n`,
    user_email: mail('example.org'),
    changed: `'name,label,is_active'`,
    created_date: ago,
  })
  database.close()
}

function copyNewest(database: DatabaseSync, table: string, count: number, differing: Differing): void {
  const columns = database
    .prepare(`select name from pragma_table_info(?) where name <> 'id'`)
    .all(table)
    .map(({ name }: Record<string, SQLInputValue>) => String(name))
  const quoted = columns.map((name) => `"${name}"`).join(', ')
  const values = columns.map((name) => differing[name] ?? `template."${name}"`).join(', ')
  const numbers = `with recursive number (n) as (select 1 union all select n + 1 from number where n < ${count})`
  const template = `(select * from "${table}" order by rowid desc limit 1)`
  database.exec(`${numbers} insert into "${table}" (${quoted}) select ${values} from number, ${template} template`)
}
