import { secretMask } from '@millwright/contract/records/lookup'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { PackageNeeds } from '@millwright/contract/wire/package'
import type { Row } from '../../../records/system/sql-runner.ts'
import { lengthOf, sizeOf } from './export-size.ts'
import type { Exporting } from './exporting.ts'
import { resolveRecord } from './named-record.ts'
import type { PackageContent } from './package-content.ts'

/** Entries of each list; callers see by `more` that there are others. */
const most = 200
/** Records named for one entry. */
const named = 5

interface Need {
  readonly type: string
  readonly name: string
  readonly by: { type: string; name: string }[]
}

/** How large a package is, what its records and tables refer to without containing it, and the secrets that it leaves out. */
export async function needsOf(
  {
    system,
    databases,
    files,
  }: Pick<PackageContent, 'system' | 'databases'> & {
    files: ReadonlyMap<string, readonly string[]>
  },
  exporting: Exporting,
): Promise<PackageNeeds> {
  const { types } = exporting
  let [count, bytes] = [0, 0]
  const needs = new Map<string, Need>()
  const secrets: { type: string; name: string; fields: string[] }[] = []
  const has = (type: string, name: string) =>
    (type === 'user' ? ['user', 'admin'] : [type]).some((each) => contained.get(each)?.has(name))
  const contained = new Map([...system].map(([type, { names }]) => [type, new Set(names)]))
  const need = (type: string, name: string, by: { type: string; name: string }) => {
    if (has(type, name)) return
    const known = needs.get(`${type} ${name}`) ?? { type, name, by: [] }
    if (known.by.length < named && !known.by.some((each) => each.type === by.type && each.name === by.name))
      known.by.push(by)
    needs.set(`${type} ${name}`, known)
  }
  for (const service of [...databases.keys(), ...files.keys()])
    need('service', service, { type: 'service', name: service })
  for (const [name, { read }] of system) {
    const type = types.named.get(name)
    if (type === undefined) continue
    for await (const records of read()) {
      count += records.length
      bytes += lengthOf(records)
      for (const record of records) {
        const own = String(record[type.key])
        resolveRecord(type, record, (to, wanted) => {
          need(to, String(wanted), { type: name, name: own })
          return wanted
        })
        const fields = maskedIn(record)
        if (fields.length > 0) secrets.push({ type: name, name: own, fields })
      }
    }
  }
  const others = await sizeOf({ databases, files }, exporting)
  return {
    size: { ...others, records: count, bytes: bytes + others.bytes },
    needs: [...needs.values()].slice(0, most),
    secrets: secrets.slice(0, most),
    more: needs.size > most || secrets.length > most,
  }
}

/** Names of the fields whose values are masked, as `config.password`. */
function maskedIn(record: Readonly<Row>): string[] {
  return Object.entries(record).flatMap(([field, value]) => {
    if (value === secretMask) return [field]
    if (isRecord(value)) return maskedIn(value).map((each) => `${field}.${each}`)
    if (!Array.isArray(value)) return []
    return value.filter(isRecord).some((row) => maskedIn(row).length > 0) ? [field] : []
  })
}
