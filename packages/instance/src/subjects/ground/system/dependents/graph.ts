import type { Actor, DeclaredTable } from '../../../../records/system/declared-table.ts'
import { type Key, quoted } from '../../../../records/system/dialect.ts'
import type { Tx } from '../../../../records/system/sql-runner.ts'
import type { WriteLog } from '../../../../records/system/write-log.ts'
import { columnNames, identityColumns, namingColumns } from '../../../../store/column-names.ts'
import type { Mention, NamedKind, Reference, Told } from '../../../../store/naming.ts'
import type { TableName } from '../../../../store/tables.ts'
import { accessToken, connectedClient } from '../../models/access-models.ts'
import { app } from '../../models/app-model.ts'
import { cors } from '../../models/cors-model.ts'
import { customApi, customApiEndpoint, customApiSource } from '../../models/custom-api-model.ts'
import { dataView } from '../../models/data-view-model.ts'
import { emailTemplate } from '../../models/email-template-model.ts'
import { eventScript } from '../../models/event-script-model.ts'
import { limit } from '../../models/limit-model.ts'
import { lookupOf } from '../../models/lookup-model.ts'
import { user } from '../../models/person-model.ts'
import { appRole, roleServiceAccess } from '../../models/role-model.ts'
import { service, serviceDoc } from '../../models/service-model.ts'
import { schedulerTask } from '../../models/task-model.ts'
import { webhook } from '../../models/webhook-model.ts'
import { forms } from './forms.ts'
import { settingForms } from './settings-names.ts'

/** Tables whose rows other records depend on or consist of, as the audit log shows them. */
const declaredTables: Partial<Record<TableName, DeclaredTable>> = {
  access_token: accessToken,
  app,
  cors,
  custom_api: customApi,
  custom_api_endpoint: customApiEndpoint,
  custom_api_source: customApiSource,
  data_view: dataView,
  email_template: emailTemplate,
  event_script: eventScript,
  limit,
  oauth_grant: connectedClient,
  role_service_access: roleServiceAccess,
  scheduler_task: schedulerTask,
  service,
  service_doc: serviceDoc,
  user,
  user_to_app_to_role: appRole,
  webhook,
}

/** The table with this column, as the audit log shows it; `null` if changes are not recorded. */
export function declaredWith(table: DependentTable, column: string): DeclaredTable | null {
  if (table === 'user_identity') return null
  if (table !== 'lookup') return declaredTables[table] ?? null
  return column === 'user_id' || column === 'role_id' || column === 'app_id' ? lookupOf(column) : null
}

type DependentTable = TableName | 'user_identity'

/** Rows that refer to a record by a column, and what happens to them when the record is deleted. */
export interface Dependency extends Omit<Reference, 'refersTo'> {
  readonly table: DependentTable
  readonly column: string
  /** `null` if changes of the rows are not recorded. */
  readonly declared: DeclaredTable | null
}

const tables = Object.keys(columnNames) as TableName[]

/** References to the records of each table: used by the audit log, blocked deletions, and the list of dependents. */
export const dependencies: Partial<Record<TableName, readonly Dependency[]>> = Object.groupBy(
  [
    ...tables.flatMap((table) => namingColumns(table).flatMap(([column, naming]) => edge(table, column, naming))),
    ...Object.entries(identityColumns).flatMap(([column, naming]) => edge('user_identity', column, naming)),
  ],
  ({ refersTo }) => refersTo,
)

function edge(table: DependentTable, column: string, naming: Reference | Mention): (Dependency & Reference)[] {
  return 'refersTo' in naming ? [{ ...naming, table, column, declared: declaredWith(table, column) }] : []
}

/** A column whose texts can name things of a kind. */
export interface MentioningColumn {
  readonly table: TableName
  readonly column: string
  readonly mention: Mention
}

/** The columns whose texts can name things of a kind. */
export function mentionsOf(kind: NamedKind): readonly MentioningColumn[] {
  return tables.flatMap((table) =>
    namingColumns(table).flatMap(([column, naming]) =>
      'names' in naming && canName(naming, kind) ? [{ table, column, mention: naming }] : [],
    ),
  )
}

function canName({ names }: Mention, kind: NamedKind): boolean {
  if (forms[names][kind] !== undefined) return true
  return names === 'settings' && Object.values(settingForms).some((form) => form[kind] !== undefined)
}

/** Every consequence of the naming columns, for translations. */
export const consequences: readonly string[] = [
  ...tables.flatMap((table) => namingColumns(table).map(([, naming]) => naming)),
  ...Object.values(identityColumns),
].flatMap(sentencesOf)

function sentencesOf(naming: Reference | Mention): readonly string[] {
  if ('names' in naming) return Object.values(naming.broken ?? {})
  const notice: Told | undefined = naming.told
  return notice === undefined ? [] : [notice.consequence]
}

/** Changes rows that must not stay as they are once a record is deleted. */
export async function detachDependents(tx: Tx, table: TableName, id: Key, log: WriteLog): Promise<void> {
  for (const { declared, column, becomes } of dependencies[table] ?? []) {
    if (becomes === undefined || declared === null) continue
    const set = Object.keys(becomes).map((name) => `${quoted(name)} = ?`)
    const rows = await tx.all(
      `UPDATE ${quoted(declared.table)} SET ${set.join(', ')} WHERE ${quoted(column)} = ? RETURNING ${quoted(declared.key)} AS "key"`,
      ...Object.values(becomes),
      id,
    )
    if (rows.length > 0) log.changed(declared.table, ...rows.map(({ key }) => Number(key)))
  }
}

/** Records in the audit log what is deleted or detached along with a record. */
export async function logDependents(tx: Tx, declared: DeclaredTable, id: Key, actor: Actor): Promise<void> {
  const owner = { resource: declared.auditedAs ?? declared.table, id: String(id) }
  for (const each of dependencies[declared.table] ?? []) {
    const { declared: dependent, column, effect, becomes } = each
    if (dependent === null) continue
    const rows = await tx.all(`SELECT * FROM ${quoted(dependent.table)} WHERE ${quoted(column)} = ?`, id)
    await actor.auditLog.within(effect === 'deleted' ? owner : null, async () => {
      for (const previous of rows) {
        const key = String(previous[dependent.key])
        const next = effect === 'deleted' ? null : { ...becomes, [column]: null }
        actor.auditLog.note({ declared: dependent, key, previous, next }, actor)
      }
    })
  }
}
