import { Problem } from '@millwright/contract/problem'
import {
  type ConfigLayout,
  type ConfigPlaceholder,
  type ConfigProblem,
  type ConfigValues,
  type MissingValue,
  type PlacedProblem,
  placeholderParts,
} from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type FolderFiles, type FolderRecord, type ReadRecords, readFolderRecords } from './read-records.ts'
import { manifestName } from './written-folder.ts'
import { FolderProblem, type Room } from './yaml-file.ts'

/** Folder of those in which records differ in one environment. */
export const overlayFolder = 'overlays'

/** The files of a folder, and of the overlay that is merged over it, both by their path in it. */
export interface FolderSource {
  readonly files: FolderFiles
  readonly overlay: { readonly name: string; readonly files: FolderFiles } | null
  /** Absent: there may be any number of values. */
  readonly room?: Room
}

/** Reads the records of a folder, with those of an overlay merged into them. Throws a `FolderProblem`. */
export async function recordsIn({ files, overlay, room }: FolderSource, layout: ConfigLayout): Promise<ReadRecords> {
  const { owner, records } = await readFolderRecords(files, layout, room)
  if (overlay === null) return { owner, records }
  const others = new Map([...overlay.files, [manifestName, files.get(manifestName) ?? '']])
  const place = `${overlayFolder}/${overlay.name}/`
  try {
    const read = await readFolderRecords(others, layout, room)
    const over = read.records.map((record) => ({ ...record, file: `${place}${record.file}` }))
    return { owner, records: mergeOverlay(records, over) }
  } catch (error) {
    if (!(error instanceof FolderProblem)) throw error
    throw new FolderProblem(`${place}${error.file}`, error.line, error.sentence)
  }
}

/** Records with the values of their placeholders. Texts that are files of their own have none. */
export function withValues(records: readonly FolderRecord[], { types }: ConfigLayout, find: ValueOf): FolderRecord[] {
  const texts = new Map(
    types.map(({ type, files }) => [type, 'texts' in files ? (files.texts ?? []).map(({ column }) => column) : []]),
  )
  return resolvePlaceholders(records, find, ({ type }, member) => texts.get(type)?.includes(member) === true)
}

/** What a `${file:…}` stands for: the content without its last line break. */
export const placeholderText = (content: string) => content.replace(/\r?\n$/, '')

const longest = 10_000_000

/** The text of a file of a folder. Throws a `FolderProblem` if it is none. */
export function textOfFile(path: string, bytes: Uint8Array): string {
  if (bytes.length > longest) throw new FolderProblem(path, null, `The file has more than ${longest} bytes.`)
  const text = decoded(path, bytes)
  const at = text.indexOf('\0')
  if (at < 0) return text
  throw new FolderProblem(path, text.slice(0, at).split('\n').length, 'The text has a character that cannot be stored.')
}

function decoded(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new FolderProblem(path, null, 'The file is no text in UTF-8.')
  }
}

/** What the instance refuses of the records, with the file and line of each fault; `null`: it is another refusal. */
export function placedProblems(error: unknown, records: readonly FolderRecord[]): PlacedProblem[] | null {
  const problems = error instanceof Problem && isRecord(error.context) ? error.context.problems : null
  if (!Array.isArray(problems) || problems.length === 0) return null
  const byName = new Map(records.map((record) => [`${record.type}/${record.name}`, record]))
  return problems.map(({ type, name, field, message }: ConfigProblem) => {
    const record = byName.get(`${type}/${name}`)
    if (record === undefined) return { file: null, line: null, message: `${type} ${name}: ${message}` }
    return { file: record.file, line: record.lineOf(field === undefined ? [] : field.split('.')), message }
  })
}

/** A fault as one line: `roles/Shop.yaml:4: …`. */
export function placedSentence({ file, line, message }: PlacedProblem): string {
  if (file === null) return message
  return `${file}${line === null ? '' : `:${line}`}: ${message}`
}

/** Records with the members that an overlay has of them, and those that only the overlay has. Lists are replaced as a whole. */
function mergeOverlay(base: readonly FolderRecord[], overlay: readonly FolderRecord[]): FolderRecord[] {
  const over = new Map(overlay.map((record) => [idOf(record), record]))
  const merged = base.map((record) => {
    const other = over.get(idOf(record))
    over.delete(idOf(record))
    if (other === undefined) return record
    return {
      ...other,
      values: merge(record.values, other.values),
      lineOf: (field: readonly string[]) => (isIn(other.values, field) ? other : record).lineOf(field),
    }
  })
  return [...merged, ...over.values()]
}

const idOf = ({ type, name }: FolderRecord) => `${type}/${name}`

function merge(base: ConfigValues, over: ConfigValues): ConfigValues {
  const merged: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(over)) {
    const before = base[name]
    merged[name] = isRecord(before) && isRecord(value) ? merge(before, value) : value
  }
  return merged
}

function isIn(values: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  return isRecord(values) && Object.hasOwn(values, name) && isIn(values[name], rest)
}

/** Returns the value of a placeholder, or `null` if there is none. */
export type ValueOf = (placeholder: ConfigPlaceholder) => string | null

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
function resolvePlaceholders(
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
