import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Problem } from '@millwright/contract/problem'
import type { ConfigLayout, ConfigProblem } from '@millwright/contract/wire/config'
import type { Placeholder } from '@millwright/contract/wire/config-placeholders'
import { isRecord } from '@millwright/contract/wire/is-record'
import { readFolder, readOverlay } from '@millwright/instance/subjects/config/folder/folder-on-disk'
import { mergeOverlay } from '@millwright/instance/subjects/config/folder/merge-overlay'
import {
  type FolderRecord,
  type ReadRecords,
  readRecords,
} from '@millwright/instance/subjects/config/folder/read-records'
import { resolvePlaceholders } from '@millwright/instance/subjects/config/folder/resolve-placeholders'
import { manifestName } from '@millwright/instance/subjects/config/folder/written-folder'
import { FolderProblem } from '@millwright/instance/subjects/config/folder/yaml-file'
import type { Invocation } from '../flags.ts'

/** Reads the records of a folder, with those of an overlay merged into them. */
export async function recordsIn(folder: string, layout: ConfigLayout, overlay: string | null): Promise<ReadRecords> {
  const files = await readFolder(folder)
  const { owner, records } = readRecords(files, layout)
  if (overlay === null) return { owner, records }
  const others = new Map([...(await readOverlay(folder, overlay)), [manifestName, files.get(manifestName) ?? '']])
  const place = `overlays/${overlay}/`
  try {
    const over = readRecords(others, layout).records.map((record) => ({ ...record, file: `${place}${record.file}` }))
    return { owner, records: mergeOverlay(records, over) }
  } catch (error) {
    if (!(error instanceof FolderProblem)) throw error
    throw new FolderProblem(`${place}${error.file}`, error.line, error.sentence)
  }
}

/** Records with the values of their placeholders, from the environment and from files relative to the folder. */
export function withValues(
  records: readonly FolderRecord[],
  folder: string,
  { types }: ConfigLayout,
  env: Invocation['env'],
): FolderRecord[] {
  const texts = new Map(
    types.map(({ type, files }) => [type, 'texts' in files ? (files.texts ?? []).map(({ column }) => column) : []]),
  )
  const find = ({ source, name }: Placeholder) =>
    source === 'env' ? (env[name] ?? null) : textOf(resolve(folder, name))
  return resolvePlaceholders(records, find, ({ type }, member) => texts.get(type)?.includes(member) === true)
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return null
  }
}

/** A refusal by the instance, as sentences with the file and line of what it refuses. */
export function placedRefusal(error: unknown, records: readonly FolderRecord[]): unknown {
  const problems = error instanceof Problem && isRecord(error.context) ? error.context.problems : null
  if (!Array.isArray(problems) || problems.length === 0) return error
  const byName = new Map(records.map((record) => [`${record.type}/${record.name}`, record]))
  const sentences = problems.map(({ type, name, field, message }: ConfigProblem) => {
    const record = byName.get(`${type}/${name}`)
    if (record === undefined) return `${type} ${name}: ${message}`
    const line = record.lineOf(field === undefined ? [] : field.split('.'))
    return `${record.file}:${line}: ${message}`
  })
  return new Error(sentences.join('\n'))
}
