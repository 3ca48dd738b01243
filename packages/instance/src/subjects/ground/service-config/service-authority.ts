import { hasLookup } from '@millwright/connector/config-values'
import type { KindSettings, RowReading } from '../../../records/system/row-reading.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { StoragePlace, TableAuthority } from '../../../records/system/table-authority.ts'
import { openConfig, parseConfig } from './stored-config.ts'

type Reserved = NonNullable<TableAuthority['reserved']>
type Settings = NonNullable<TableAuthority['settings']>

/** Why only full administrators may change a service, by its type and its author (docs/wire/services.md). */
export const reservedService: Reserved = async (row, { when, isFullAdmin, kinds }) => {
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
export function settingsOfService({ type, config }: Row, { vault, kinds }: RowReading): ReturnType<Settings> {
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
