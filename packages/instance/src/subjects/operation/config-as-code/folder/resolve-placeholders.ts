import { type MissingValue, type Placeholder, placeholderParts } from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { FolderRecord } from './read-records.ts'
import { FolderProblem } from './yaml-file.ts'

/** Returns the value of a placeholder, or `null` if there is none. */
export type ValueOf = (placeholder: Placeholder) => string | null

/** Most placeholders without a value that are told at once. */
const mostMissing = 1_000

/** Placeholders that have no value, each where it is. */
export class MissingValues extends FolderProblem {
  readonly missing: readonly MissingValue[]

  constructor(missing: readonly [MissingValue, ...MissingValue[]]) {
    const [{ file, line, message }, ...more] = missing
    super(file, line, [message, ...more.map((each) => `${each.file}:${each.line}: ${each.message}`)].join('\n'))
    this.missing = missing
  }
}

/**
 * Replaces the placeholders in records by their values. `texts`: members of records that are files of their own, which have no placeholders.
 * Throws `MissingValues` with all that have none.
 */
export function resolvePlaceholders(
  records: readonly FolderRecord[],
  find: ValueOf,
  isText: (record: FolderRecord, member: string) => boolean,
): FolderRecord[] {
  const missing: MissingValue[] = []
  const resolved = records.map((record) => {
    if (!JSON.stringify(record.values).includes('${')) return record
    const values = Object.entries(record.values).map(([name, value]) => {
      return [name, isText(record, name) ? value : replaced(value, [name], record)] as const
    })
    return { ...record, values: Object.fromEntries(values) }
  })
  const [first, ...more] = missing
  if (first === undefined) return resolved
  throw new MissingValues([first, ...more])

  function replaced(value: unknown, path: readonly string[], record: FolderRecord): unknown {
    if (typeof value === 'string') return filled(value, path, record)
    if (Array.isArray(value)) return value.map((each, at) => replaced(each, [...path, String(at)], record))
    if (!isRecord(value)) return value
    const members = Object.entries(value).map(
      ([name, each]) => [name, replaced(each, [...path, name], record)] as const,
    )
    return Object.fromEntries(members)
  }

  function filled(text: string, path: readonly string[], { file, lineOf }: FolderRecord): string {
    return placeholderParts(text)
      .map((part) => {
        if (typeof part === 'string') return part
        const value = find(part)
        if (value !== null) return value
        const message =
          part.source === 'env'
            ? `The environment variable ${part.name} is not set.`
            : `The file ${part.name} cannot be read.`
        if (missing.length < mostMissing) missing.push({ ...part, file, line: lineOf(path), message })
        return ''
      })
      .join('')
  }
}
