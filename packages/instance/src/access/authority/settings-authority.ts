import { type AuthorityClass, settingClass } from '@millwright/contract/access/authority'
import { Problem } from '@millwright/contract/problem'
import type { ConfigField, ConfigFields } from '@millwright/contract/service-config/config-field'
import { isRecord } from '@millwright/contract/wire/is-record'
import { addressedHosts, refusePrivateHosts } from '../../platform/outgoing/addressed-hosts.ts'
import { isEqualValue } from '../../records/system/authorship.ts'
import type { AuthorizedChange } from '../../records/system/declared-table.ts'
import type { Row } from '../../records/system/sql-runner.ts'
import type { StoragePlace, TableAuthority } from '../../records/system/table-authority.ts'
import { decide } from '../decide.ts'
import { requireRightsOfRole } from '../handed-role.ts'
import { accessProblem } from '../refusal.ts'
import { rejectScriptChangeByProgram, requireFullAdmin } from '../required-rights.ts'
import { trimSlashes } from '../rule-match.ts'

/** A setting that a write changes, or a column of its rows. */
interface ChangedSetting {
  /** Name of the setting. */
  readonly name: string
  readonly field: ConfigField
  /** All new values: those of a column in each row. */
  readonly values: readonly unknown[]
}

/** As in the settings of the instance. */
export interface SettingsParts {
  readonly dataFolder: string
  readonly allowPrivateHosts: readonly string[]
}

type Settings = NonNullable<ReturnType<NonNullable<TableAuthority['settings']>>>

/** Enforces the classes that the settings of a service declare, for callers who are not full administrators. */
export async function requireRightsForSettings(
  write: AuthorizedChange,
  { settings }: TableAuthority,
  parts: SettingsParts,
): Promise<void> {
  const { previous, values } = write.change
  if (settings === undefined || values === null) return
  const is = settings({ ...previous, ...values }, write.actor)
  if (is === null) return
  const was = previous === null ? null : settings(previous, write.actor)
  const changed = [...changes(is.fields, was?.values ?? defaultsOf(is.fields), is.values)]
  const { caller } = write.actor
  rejectRunsLater(write, is, changed)
  for (const { name, field, values: settingValues } of changed) {
    if (settingClass(field.authority) === 'reserved' && !settingValues.every((value) => isExcepted(field, value))) {
      requireFullAdmin(caller, `Only full administrators can set '${name}'.`)
    }
    if (caller.sysadmin) continue
    await requireRoles(write, field, settingValues)
  }
  if (previous !== null && changed.some(({ field, values: settingValues }) => isPublication(field, settingValues))) {
    requireFullAdmin(caller, 'Only full administrators can publish files of a service that exists.')
  }
  const shares = async () => {
    if (isMoved(was, is, parts.dataFolder)) await rejectSharedStorage(write, settings, is, parts)
  }
  if (caller.sysadmin) {
    // A program sets up services like its owner, but does not publish what others keep.
    const isPublic = Object.entries(is.fields).some(([name, field]) => isPublication(field, [is.values[name]]))
    return isPublic ? shares() : undefined
  }
  const confers = (wanted: AuthorityClass) => changed.some(({ field }) => settingClass(field.authority) === wanted)
  if (confers('publishes')) await requireReadableFolder(write, is.values)
  // A new service reaches this machine unless it names another.
  if (confers('addresses') || previous === null) {
    refusePrivateHosts(addressedHosts(is.fields, is.values), parts.allowPrivateHosts)
  }
  await shares()
}

function* changes(fields: ConfigFields, was: Row, is: Row): Iterable<ChangedSetting> {
  for (const [name, field] of Object.entries(fields)) {
    const before = was[name] ?? null
    const after = is[name] ?? null
    if (isEqualValue(before, after)) continue
    yield { name, field, values: [after] }
    if (typeof field.items !== 'object') continue
    for (const [column, inner] of Object.entries(field.items)) {
      const columnValues = columnOf(after, column)
      if (!isEqualValue(columnOf(before, column), columnValues)) yield { name, field: inner, values: columnValues }
    }
  }
}

const columnOf = (rows: unknown, column: string): unknown[] =>
  Array.isArray(rows) ? rows.filter(isRecord).map((row) => row[column] ?? null) : []

function defaultsOf(fields: ConfigFields): Row {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { default: value, type }]) => [name, value ?? emptyOf(type)]),
  )
}

function emptyOf(type: ConfigField['type']): unknown {
  if (type === 'array' || type === 'multi_picklist') return []
  return type === 'object' ? {} : null
}

function isExcepted({ authority }: ConfigField, value: unknown): boolean {
  return typeof authority === 'object' && 'reservedExcept' in authority && authority.reservedExcept.includes(value)
}

/** Turning a script off is allowed, everything else about a service with one counts as a change of the script. */
function rejectRunsLater(
  { actor, change }: AuthorizedChange,
  { fields, values }: Settings,
  changed: readonly ChangedSetting[],
): void {
  const isCode = (field: ConfigField | undefined) =>
    field !== undefined && settingClass(field.authority) === 'runs later'
  const defaults = defaultsOf(fields)
  const hasCode = Object.entries(fields).some(
    ([name, field]) => isCode(field) && !isEqualValue(values[name] ?? null, defaults[name] ?? null),
  )
  const isRenamed = change.values?.name !== undefined || change.values?.is_active === 1
  if (changed.some(({ field }) => isCode(field)) || (hasCode && isRenamed)) rejectScriptChangeByProgram(actor.caller)
}

const isGiven = (value: unknown) =>
  value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0)

/** The roles that a setting names, and the default roles of the apps that it names. */
async function requireRoles(
  { tx, actor }: AuthorizedChange,
  { source }: ConfigField,
  settingValues: readonly unknown[],
): Promise<void> {
  if (source !== 'app' && source !== 'role') return
  for (const id of settingValues) {
    if (typeof id !== 'number') continue
    const row = source === 'role' ? { role_id: id } : await tx.first('SELECT "role_id" FROM "app" WHERE "id" = ?', id)
    await requireRightsOfRole(tx, actor.caller, row?.role_id)
  }
}

const isPublication = ({ authority, type }: ConfigField, [value]: readonly unknown[]) =>
  settingClass(authority) === 'publishes' && type === 'array' && isGiven(value)

/** A service that reads files of another one shows them to its own callers: the writer must be able to read the folder. */
async function requireReadableFolder(
  { tx, actor: { caller } }: AuthorizedChange,
  { storage_service_id, storage_container }: Row,
): Promise<void> {
  if (typeof storage_service_id !== 'number') return
  const row = await tx.first('SELECT "name" FROM "service" WHERE "id" = ?', storage_service_id)
  if (row === undefined) return
  const folder = typeof storage_container === 'string' ? trimSlashes(storage_container) : ''
  for (const resource of [folder, joined(folder, 'any')]) {
    const accessQuestion = {
      verb: 'GET',
      service: String(row.name).toLowerCase(),
      resource,
      requestor: 'API',
      caller,
    } as const
    if (!decide(accessQuestion, []).allowed) throw accessProblem(accessQuestion)
  }
}

const joined = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

function isMoved(was: Settings | null, is: Settings, dataFolder: string): boolean {
  return !isEqualValue(was?.place(dataFolder) ?? null, is.place(dataFolder))
}

/** Whoever sets up a second service on a storage decides anew who may read and change it. */
async function rejectSharedStorage(
  { tx, change, actor }: AuthorizedChange,
  settings: NonNullable<TableAuthority['settings']>,
  is: Settings,
  { dataFolder }: SettingsParts,
): Promise<void> {
  const place = is.place(dataFolder)
  if (place === null) return
  if (place === 'unknown') {
    throw new Problem(403, 'Access Forbidden. Only full administrators can use a lookup key for where data is stored.')
  }
  const others = await tx.all('SELECT * FROM "service" WHERE "id" <> ?', change.previous?.id ?? 0)
  const sharing = others.find((row) => {
    const other = settings(row, actor)?.place(dataFolder) ?? null
    return other !== null && other !== 'unknown' && overlap(place, other)
  })
  if (sharing === undefined) return
  throw new Problem(
    403,
    `Access Forbidden. The service '${String(sharing.name)}' stores its data there, so only full administrators can use it for another one.`,
  )
}

function overlap(one: StoragePlace, other: StoragePlace): boolean {
  if (one.at !== other.at) return false
  const [short, long] = one.path.length < other.path.length ? [one.path, other.path] : [other.path, one.path]
  return short.every((name, at) => long[at] === name)
}
