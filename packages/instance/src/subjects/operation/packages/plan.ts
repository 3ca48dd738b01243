import { isDeepStrictEqual } from 'node:util'
import { secretMask } from '@millwright/contract/records/lookup'
import type { ConfigFields } from '@millwright/contract/service-config/config-field'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Key } from '../../../records/system/dialect.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import { type KnownRows, missingReferences, type Resolve, resolveRecord, resolveSettings } from './named-record.ts'
import type { SystemRecords } from './package-content.ts'
import type { PackagedType, PackagedTypes, ReferredType } from './packaged-types.ts'
import { type SpooledValues, spoolValues } from './spooled-lines.ts'
import type { WorkFolder } from './work-folder.ts'

export type Action = 'create' | 'change' | 'leave'

/** A field that differs between the instance and the package. Secret values are omitted. */
export interface PlannedDifference {
  readonly field: string
  readonly from?: unknown
  readonly to?: unknown
}

/** What an import does with one record of `system`. */
export interface PlannedItem {
  readonly type: PackagedType
  readonly name: string
  readonly action: Action
  readonly differences: readonly PlannedDifference[]
  /** As in the package, with references by name. */
  readonly record: Row
  /** `null` if the record does not exist yet. */
  readonly key: Key | null
}

/** The plan for `system` records, decided once and read in batches, in the order of import. */
export type PlannedItems = SpooledValues<PlannedItem>

interface Planning {
  readonly known: KnownRows
  readonly types: PackagedTypes
  readonly work: WorkFolder
  /** `null` if only the actions are needed. */
  readonly compared: {
    /** Reads the records to be changed in package form, by key. */
    readonly read: (type: PackagedType, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>
    readonly resolve: Resolve
    /** Called with what records to be written refer to without finding it. */
    readonly warn: (sentences: readonly string[]) => void
  } | null
}

/** Plans each record, in the order of import. Existing records are changed only with `overwrite`. */
export async function planSystem(
  system: ReadonlyMap<string, SystemRecords>,
  overwrite: boolean,
  { known, types, work, compared }: Planning,
): Promise<PlannedItems> {
  const kept = await spoolValues(planned(), work)
  return {
    async *read() {
      for await (const items of kept.read()) yield items.map(({ type, ...item }) => ({ ...item, type: typeOf(type) }))
    },
  }

  function typeOf(name: string): PackagedType {
    const type = types.named.get(name)
    if (type === undefined) throw new Error(`There is no packaged type ${name}`)
    return type
  }

  async function* planned() {
    for (const type of types.all) {
      const records = system.get(type.name)
      if (records === undefined) continue
      for await (const some of referringLast(type, records)) yield await planSome(type, some)
    }
  }

  async function planSome(type: PackagedType, records: readonly Row[]) {
    const names = records.map((record) => String(record[type.key]))
    const keys = await known.keys(type, names)
    const there = compared === null || !overwrite ? null : await compared.read(type, [...keys.values()])
    return records.map((record, at) => {
      const name = names[at] ?? ''
      const key = keys.get(name) ?? null
      const before = key === null ? undefined : there?.get(key)
      const differences = before === undefined ? [] : differencesOf(before, record)
      const action: Action = key === null ? 'create' : overwrite ? 'change' : 'leave'
      if (compared !== null && action !== 'leave') {
        compared.warn(missingReferences(type, record, resolveRecord(type, record, compared.resolve).dangling))
      }
      return { type: type.name, name, action, differences, record, key }
    })
  }
}

export function differencesOf(there: Readonly<Row>, record: Readonly<Row>): PlannedDifference[] {
  return Object.entries(record).flatMap(([field, to]): PlannedDifference[] => {
    const from = there[field]
    if (field === 'password') return []
    if (field === 'config' && isRecord(from) && isRecord(to)) {
      return differencesOf(from, to).map((each) => ({ ...each, field: `config.${each.field}` }))
    }
    if (to === secretMask || isDeepStrictEqual(from ?? null, to ?? null)) return []
    if (Array.isArray(to) && Array.isArray(from) && from.length === 0 && to.length === 0) return []
    return [from === secretMask ? { field } : { field, from: from ?? null, to }]
  })
}

/** Services that refer to another one in their settings come after it. */
async function* referringLast(
  { name, settingsOf }: PackagedType,
  { read }: SystemRecords,
): AsyncGenerator<readonly Row[]> {
  for (const last of name === 'service' ? [false, true] : [null]) {
    for await (const records of read()) {
      const some =
        last === null
          ? records
          : records.filter((record) => refersToService(record, settingsOf(String(record.type))) === last)
      if (some.length > 0) yield some
    }
  }
}

function refersToService({ config }: Row, fields: ConfigFields): boolean {
  const named: ReferredType[] = []
  if (isRecord(config)) {
    resolveSettings(fields, config, (_, to, value) => {
      if (typeof value === 'string') named.push(to)
      return value
    })
  }
  return named.includes('service')
}
