import { isDeepStrictEqual } from 'node:util'
import { secretMask } from '@millwright/contract/records/lookup'
import { isRecord } from '../system/body.ts'
import type { Key } from '../system/dialect.ts'
import type { Row } from '../system/sql-runner.ts'
import { resolveSettings } from './config-references.ts'
import type { KnownRows } from './known-rows.ts'
import type { PackagedType, PackagedTypes, ReferredType } from './packaged-types.ts'

export type Action = 'create' | 'change' | 'leave'

/** One field in which the instance and the package differ; values that are secret are left out. */
export interface Difference {
  readonly field: string
  readonly from?: unknown
  readonly to?: unknown
}

/** What an import does with one record of `system`. */
export interface PlannedItem {
  readonly type: PackagedType
  readonly name: string
  readonly action: Action
  readonly differences: readonly Difference[]
  /** As the package has it, references by name. */
  readonly record: Row
  /** Null: there is none yet. */
  readonly key: Key | null
}

/** Reads records as packages hold them, by key. */
export type ReadNamed = (type: PackagedType, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>

/** What becomes of each record, in the order of the import: existing ones are changed only with `overwrite`. */
export async function planSystem(
  system: ReadonlyMap<string, readonly Row[]>,
  overwrite: boolean,
  { known, types }: { readonly known: KnownRows; readonly types: PackagedTypes },
  read: ReadNamed,
): Promise<PlannedItem[]> {
  const items: PlannedItem[] = []
  for (const type of types.all) {
    const records = referringLast(system.get(type.name) ?? [])
    if (records.length === 0) continue
    const names = records.map((record) => String(record[type.key]))
    const keys = await known.keys(type, names)
    const present = await read(type, [...keys.values()])
    for (const [at, record] of records.entries()) {
      const name = names[at] ?? ''
      const key = keys.get(name) ?? null
      const there = key === null ? undefined : present.get(key)
      const differences = there === undefined ? [] : differencesOf(there, record)
      const action = key === null ? 'create' : overwrite ? 'change' : 'leave'
      items.push({ type, name, action, differences, record: { ...record }, key })
    }
  }
  return items
}

export function differencesOf(there: Readonly<Row>, record: Readonly<Row>): Difference[] {
  return Object.entries(record).flatMap(([field, to]): Difference[] => {
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

/** Services that name another one in their settings come after it. */
function referringLast(records: readonly Row[]): readonly Row[] {
  const refers = ({ type, config }: Readonly<Row>) => {
    const named: ReferredType[] = []
    if (isRecord(config)) {
      resolveSettings(String(type), config, (_, to, value) => {
        if (typeof value === 'string') named.push(to)
        return value
      })
    }
    return named.includes('service')
  }
  return [...records.filter((record) => !refers(record)), ...records.filter(refers)]
}
