import { hasLookup } from '@millwright/connector/config-values'
import { invalid } from '@millwright/contract/problem'
import { serviceDocFields, serviceFields } from '@millwright/contract/records/service'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type DeclaredTable, declareTable } from '../../../records/system/declared-table.ts'
import type { ReadAt, Visible } from '../../../records/system/read-place.ts'
import type { KindSettings, RowReading } from '../../../records/system/row-reading.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { StoragePlace, TableAuthority } from '../../../records/system/table-authority.ts'
import type { Caller } from '../../../request/caller.ts'
import { everyRule } from '../../../request/compiled-role.ts'
import { definitionProblem } from '../docs/stored-definition.ts'
import { answerConfig, hideSettings, openConfig, parseConfig } from '../service-config/stored-config.ts'

type Reserved = NonNullable<TableAuthority['reserved']>
type Settings = NonNullable<TableAuthority['settings']>

/** Why only full administrators may change a service, by its type and its author (docs/wire/services.md). */
const reservedService: Reserved = async (row, { when, isFullAdmin, kinds }) => {
  const kind = kinds.of(String(row.type))
  switch (kind?.reserved) {
    case 'always':
      return kind.singleton
        ? `Only full administrators can change the service '${String(row.name)}'.`
        : `Only full administrators can set up services of the type ${kind.label}.`
    case 'existing':
      return when === 'after'
        ? null
        : 'Only full administrators can change email services, as these send password codes.'
    case 'of full administrators':
      return when === 'before' && (await isFullAdmin(authorOf(row)))
        ? `Only full administrators can change the service '${String(row.name)}', which one of them set up.`
        : null
    case undefined:
      return null
  }
}

const authorOf = ({ author_id, author_app_id }: Row) => ({
  userId: typeof author_id === 'number' ? author_id : null,
  appId: typeof author_app_id === 'number' ? author_app_id : null,
})

/** The settings of a stored service, by which their classes are enforced. */
function settingsOfService({ type, config }: Row, { vault, kinds }: RowReading): ReturnType<Settings> {
  const kind = kinds.of(String(type))
  if (kind === undefined || kind.config === null || typeof config !== 'string') return null
  const values = openConfig(kind.config, parseConfig(config), vault)
  return { fields: kind.config, values, place: (dataFolder) => placeOf(kind, values, dataFolder) }
}

/** Where data is stored, by the settings that say so; only services of files and databases store any. */
const storing: ReadonlySet<string> = new Set(['File', 'Database', 'Big Data'])
const servers = ['host', 'endpoint', 'base_uri', 'url', 'account_name', 'account', 'dsn', 'unix_socket'] as const
const stores = ['database', 'container', 'bucket_name'] as const

function placeOf(kind: KindSettings, values: Row, dataFolder: string): StoragePlace | 'unknown' | null {
  if (kind.localPath !== undefined) {
    const path = kind.localPath(values, dataFolder)
    return path === null ? 'unknown' : { at: 'this machine', path: namesIn(path) }
  }
  if (!storing.has(kind.group)) return null
  const textOf = (name: string) => (typeof values[name] === 'string' ? values[name].trim().toLowerCase() : '')
  const server = servers.map(textOf).filter((text) => text !== '')
  const path = stores.flatMap((name) => namesIn(textOf(name)))
  if ([...server, ...path].some(hasLookup)) return 'unknown'
  return path.length === 0 ? null : { at: JSON.stringify([...server, values.port ?? null]), path }
}

/** Some file systems ignore case. */
const namesIn = (path: string) =>
  path
    .toLowerCase()
    .split(/[\\/]/)
    .filter((name) => name !== '')

const maxAliases = 20

const isName = (value: unknown) => /^[A-Za-z0-9_-]+$/.test(String(value))

/** The aliases of a stored service. */
export function aliasesIn(stored: unknown): string[] {
  const names: unknown = typeof stored === 'string' ? JSON.parse(stored) : []
  return Array.isArray(names) ? names.map(String) : []
}

export const service: DeclaredTable = declareTable({
  table: 'service',
  label: 'Service',
  fields: serviceFields,
  authored: true,
  authority: {
    columns: {
      name: 'decides',
      label: 'plain',
      description: 'plain',
      is_active: 'decides',
      type: 'decides',
      aliases: 'decides',
      config: 'decides',
    },
    reserved: reservedService,
    settings: settingsOfService,
  },
  columns: {
    name: {
      check: (value) =>
        isName(value) ? null : 'Service name should only contain letters, numbers, underscores and dashes.',
    },
    aliases: {
      check: (value) => {
        if (value === null) return null
        if (
          !Array.isArray(value) ||
          !value.every((each) => typeof each === 'string' && isName(each) && each.length <= 40)
        )
          return 'aliases must be a list of names of up to 40 letters, numbers, underscores and dashes.'
        return value.length <= maxAliases ? null : `aliases may have ${maxAliases} names at most.`
      },
      read: (stored) => aliasesIn(stored),
      write: (value) => (Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : null),
    },
    label: { write: withoutTags },
    description: { write: withoutTags },
    config: {
      select: `CAST("id" AS TEXT) || ':' || "type" || ':' || "config"`,
      read: (stored, _row, { vault, kinds }) => {
        const [id, type, config] = parted(String(stored))
        return { service_id: Number(id), ...answerConfig(kinds.of(type)?.config, parseConfig(config), vault) }
      },
      secrets: {
        open: (stored, { type }, { vault, kinds }) =>
          openConfig(kinds.of(String(type))?.config, parseConfig(String(stored)), vault),
        hide: (plain, { type }, replace, kinds) => hideSettings(kinds.of(String(type))?.config, plain, replace),
      },
      auditedAs: ({ type, config }, { vault, kinds }) =>
        answerConfig(kinds.of(String(type))?.config, parseConfig(String(config)), vault),
      merges: true,
      accept: (sent) => (Array.isArray(sent) && sent.length === 0 ? {} : sent),
      check: (value) => (isRecord(value) ? null : 'config must be an object.'),
    },
  },
})

/** Callers see the services that their role names; all if it has rows for all. */
export function visibleServices(caller: Caller): Visible | null {
  const named = [caller, ...(caller.narrowedBy ?? []).map((author) => author.caller)].flatMap(namedServices)
  const [first, ...more] = named
  if (first === undefined) return null
  return { expression: 'lower("name")', texts: [...first].filter((name) => more.every((names) => names.has(name))) }
}

function namedServices({ sysadmin, role }: Caller): ReadonlySet<string>[] {
  if (sysadmin || role === null || role.rules.some((rule) => rule.service === null)) return []
  return [new Set(everyRule(role).flatMap((rule) => rule.service ?? []))]
}

export const serviceRecords: ReadAt = {
  table: 'service',
  column: 'id',
  places: [{ name: 'service', scope: { values: {} }, visible: visibleServices }],
}

/** Stored API descriptions of services. Deleted with their service. */
export const serviceDoc: DeclaredTable = declareTable({
  table: 'service_doc',
  label: 'Service Doc',
  fields: serviceDocFields,
  authority: { columns: { service_id: 'plain', format: 'plain', content: 'addresses' } },
  key: 'service_id',
  audit: 'dates',
  columns: {
    format: { check: (value) => (value === 0 || value === 1 ? null : 'format must be 0 (JSON) or 1 (YAML).') },
  },
  async check(_tx, { values, previous }) {
    const content = values.content ?? previous?.content
    if (typeof content !== 'string' || content.trim() === '') return
    const problem = await definitionProblem(content, Number(values.format ?? previous?.format ?? 0))
    if (problem !== null) throw invalid({ service_doc_by_service_id: [problem] })
  },
})

function parted(text: string): [id: string, type: string, config: string] {
  const [, id = '', type = '', config = '{}'] = /^(\d+):([^:]*):(.*)$/s.exec(text) ?? []
  return [id, type, config]
}

function withoutTags(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/<[^<>]*>/g, '').trim() : value
}
