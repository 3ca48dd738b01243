import type { ConfigFields } from '@millwright/contract/service-config/config-field'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { Key } from '../../../records/system/dialect.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import type { TableName } from '../../../store/tables.ts'
import { parseConfig } from '../../service-config/stored-config.ts'

/** Records that refer to a deleted one without a foreign key. */
export interface LooseReference {
  readonly table: 'event_script' | 'role' | 'service' | 'user'
  readonly consequence: string
  /** The referring rows, with their key and name. */
  rows(tx: Tx, deleted: readonly Row[], kinds: ServiceKinds): Promise<readonly Row[]>
}

type Source = 'app' | 'email_template' | 'role' | 'service'

const namedInSettings = (source: Source, consequence: string): LooseReference => ({
  table: 'service',
  consequence,
  async rows(tx, deleted, kinds) {
    const ids = new Set(deleted.map(({ id }) => Number(id)))
    const services = await tx.all('SELECT "id", "name", "type", "config" FROM "service" ORDER BY "name"')
    return services.filter(({ type, config }) =>
      namesOne(kinds.of(String(type))?.config ?? {}, parseConfig(String(config)), source, ids),
    )
  },
})

/** References as `{name}` in texts. */
const namedInTexts = (
  table: 'event_script' | 'role' | 'service',
  consequence: string,
  texts: string,
): LooseReference => ({
  table,
  consequence,
  async rows(tx, deleted) {
    const names = deleted.map(({ name }) => `{${String(name)}}`)
    const rows = await tx.all(texts)
    return rows.filter(({ text }) => names.some((name) => String(text).includes(name)))
  },
})

export const looseReferences: Partial<Record<TableName, readonly LooseReference[]>> = {
  app: [namedInSettings('app', 'Their settings name an app that no longer exists.')],
  email_template: [namedInSettings('email_template', 'Mails with this template fail.')],
  lookup: [
    namedInTexts(
      'service',
      'Their settings keep the key as plain text, so that they may no longer connect.',
      'SELECT "id", "name", "config" AS "text" FROM "service" ORDER BY "name"',
    ),
    namedInTexts(
      'role',
      'Their filters keep the key as plain text, and may match other rows.',
      `SELECT DISTINCT "role"."id", "role"."name", "role_service_access"."filters" AS "text"
        FROM "role_service_access" JOIN "role" ON "role"."id" = "role_service_access"."role_id" ORDER BY "role"."name"`,
    ),
    namedInTexts(
      'event_script',
      'Their text keeps the key as it is written.',
      'SELECT "name", "content" AS "text" FROM "event_script" ORDER BY "name"',
    ),
  ],
  role: [namedInSettings('role', 'People who register or sign in through them no longer get this role.')],
  service: [
    namedInSettings('service', 'Their settings name it: features that need it fail.'),
    {
      table: 'event_script',
      consequence: 'They no longer run, as their events no longer happen.',
      async rows(tx, deleted) {
        const names = new Set(deleted.map(({ name }) => String(name).toLowerCase()))
        const scripts = await tx.all('SELECT "name" FROM "event_script" ORDER BY "name"')
        return scripts.filter(({ name }) => names.has(String(name).split('.')[0]?.toLowerCase() ?? ''))
      },
    },
    {
      table: 'user',
      consequence: 'They no longer sign in through it.',
      rows: async (tx, deleted) =>
        tx.all(
          `SELECT "id", "email", "is_sys_admin" FROM "user"
            WHERE "id" IN (SELECT "user_id" FROM "user_identity" WHERE ${tx.dialect.among('"service_id"', 'number')})
            ORDER BY "email"`,
          tx.dialect.list(deleted.map(({ id }) => Number(id))),
        ),
    },
    {
      table: 'service',
      consequence: 'They lose the virtual relations that lead to its tables.',
      rows: async (tx, deleted) => {
        const ids = tx.dialect.list(deleted.map(({ id }): Key => Number(id)))
        return tx.all(
          `SELECT "id", "name" FROM "service" WHERE "id" IN (SELECT "service_id" FROM "db_virtual_relation"
            WHERE ${tx.dialect.among('"ref_service_id"', 'number')} OR ${tx.dialect.among('"junction_service_id"', 'number')})
            ORDER BY "name"`,
          ids,
          ids,
        )
      },
    },
  ],
}

function namesOne(fields: ConfigFields, config: Readonly<Row>, source: Source, ids: ReadonlySet<number>): boolean {
  for (const id of namedIn(fields, config, source)) if (ids.has(id)) return true
  return false
}

/** Ids of records that the settings of a service refer to. */
export function* namedIn(fields: ConfigFields, config: Readonly<Row>, source: Source): Iterable<number> {
  for (const [name, field] of Object.entries(fields)) {
    const value = config[name]
    if (isRecord(field.items)) {
      const items: ConfigFields = field.items
      for (const row of Array.isArray(value) ? value : []) if (isRecord(row)) yield* namedIn(items, row, source)
      continue
    }
    const told = name === 'storage_service_id' || field.source === 'email_service' ? 'service' : field.source
    if (told === source && typeof value === 'number') yield value
  }
}
