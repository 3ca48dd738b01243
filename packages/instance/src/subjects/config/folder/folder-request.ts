import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Problem } from '@millwright/contract/problem'
import {
  type ConfigLayout,
  type ConfigProblem,
  type ConfigRequest,
  configFormat,
} from '@millwright/contract/wire/config'
import type { Placeholder } from '@millwright/contract/wire/config-placeholders'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Environment } from '../../../platform/settings/settings.ts'
import { readFolder, readOverlay } from './folder-on-disk.ts'
import { mergeOverlay } from './merge-overlay.ts'
import { type FolderRecord, type ReadRecords, readRecords } from './read-records.ts'
import { resolvePlaceholders } from './resolve-placeholders.ts'
import { manifestName } from './written-folder.ts'
import { FolderProblem } from './yaml-file.ts'

/** A folder that is to be planned or applied, and how. */
export interface AskedFolder {
  readonly folder: string
  readonly overlay: string | null
  readonly adopt: boolean
  readonly prune: boolean
  readonly allow_destroy: boolean
  /** The plan to which someone agreed; `null`: any. */
  readonly plan: string | null
}

/**
 * The body that plans or applies a folder, and the records in it, by which refusals are placed. `env`: has the values of placeholders; `null`:
 * they stay. Throws a `FolderProblem` for what is wrong with the folder.
 */
export async function folderRequest(
  { folder, overlay, plan, ...options }: AskedFolder,
  layout: ConfigLayout,
  env: Environment | null,
): Promise<{ readonly payload: ConfigRequest; readonly records: readonly FolderRecord[] }> {
  const { owner, records } = await recordsIn(folder, layout, overlay)
  const sent = env === null ? records : withValues(records, folder, layout, env)
  const payload: ConfigRequest = {
    format: configFormat,
    owner,
    ...options,
    records: sent.map(({ type, name, values, file }) => ({ type, name, values, file })),
    ...(plan !== null && { plan }),
  }
  return { payload, records }
}

/** Reads the records of a folder, with those of an overlay merged into them. */
async function recordsIn(folder: string, layout: ConfigLayout, overlay: string | null): Promise<ReadRecords> {
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
function withValues(
  records: readonly FolderRecord[],
  folder: string,
  { types }: ConfigLayout,
  env: Environment,
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
