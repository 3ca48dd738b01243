import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Row } from '../../../records/system/sql-runner.ts'
import { type DatabaseContent, type TableRecords, text } from './package-content.ts'

/** What an app package contains besides the app: services, and tables with their records by service. */
export interface AppParts {
  readonly services: readonly Row[]
  readonly databases: ReadonlyMap<string, DatabaseContent>
}

const rowsAtOnce = 1000
const ofService = ['name', 'label', 'description', 'is_active', 'type', 'config'] as const

/** The fields of a service that are exported with an app. */
export function partOfService(service: Readonly<Row>): Row {
  return Object.fromEntries(ofService.flatMap((field) => (service[field] == null ? [] : [[field, service[field]]])))
}

/** Parses `services.json`, `schema.json` and `data.json` of a package (docs/wire/records.md). Throws a 400 if they are invalid. */
export function readAppParts(parts: { services: unknown; schema: unknown; data: unknown }): AppParts {
  const databases = new Map<string, { readonly tables: Row[]; readonly records: TableRecords[] }>()
  const contentOf = (service: string) => {
    const known = databases.get(service) ?? { tables: [], records: [] }
    databases.set(service, known)
    return known
  }
  for (const { service, tables } of tablesIn(parts.schema, 'schema.json')) contentOf(service).tables.push(...tables)
  for (const { service, tables } of tablesIn(parts.data, 'data.json')) {
    contentOf(service).records.push(...tables.map(recordsOf))
  }
  return { services: servicesIn(parts.services), databases }
}

function servicesIn(value: unknown): readonly Row[] {
  const list = isRecord(value) ? (value.service ?? value.resource ?? []) : (value ?? [])
  if (!Array.isArray(list) || !list.every(isNamed)) throw unreadable('services.json')
  return list
}

function tablesIn(value: unknown, file: string): { readonly service: string; readonly tables: readonly Row[] }[] {
  const services = isRecord(value) ? (value.service ?? []) : (value ?? [])
  if (!Array.isArray(services) || !services.every(isNamed)) throw unreadable(file)
  return services.map(({ name, table = [] }) => {
    if (!Array.isArray(table) || !table.every(isNamed)) throw unreadable(file)
    return { service: String(name), tables: table }
  })
}

function recordsOf({ name, record = [] }: Row): TableRecords {
  if (!Array.isArray(record) || !record.every(isRecord)) throw unreadable('data.json')
  return {
    name: String(name),
    async *read() {
      for (let from = 0; from < record.length; from += rowsAtOnce) yield record.slice(from, from + rowsAtOnce)
    },
  }
}

const isNamed = (value: unknown): value is Row => isRecord(value) && text(value.name) !== null

function unreadable(file: string): Problem {
  return new Problem(400, `The package's ${file} does not have the expected structure.`)
}
