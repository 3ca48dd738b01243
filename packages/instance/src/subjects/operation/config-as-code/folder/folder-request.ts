import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ConfigLayout, type ConfigRequest, configFormat } from '@millwright/contract/wire/config'
import type { Environment } from '../../../../platform/settings/settings.ts'
import { readFolder, readOverlay } from './folder-on-disk.ts'
import {
  placedProblems,
  placedSentence,
  placeholderText,
  recordsIn,
  type ValueOf,
  withValues,
} from './folder-records.ts'
import { type FolderRecord, ownerIn } from './read-records.ts'
import { manifestName } from './written-folder.ts'

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
  const files = await readFolder(folder)
  const over = overlay === null ? null : { name: overlay, files: await readOverlay(folder, overlay) }
  const { owner, records } = await recordsIn({ files, overlay: over }, layout)
  const sent = env === null ? records : withValues(records, layout, valuesFor(folder, env))
  return { payload: requestWith(sent, { owner, ...options, plan }), records }
}

/** The owner that a folder names in its manifest; `null`: it has none that can be read. */
export function ownerOf(folder: string): string | null {
  const text = contentOf(resolve(folder, manifestName))
  try {
    return text === null ? null : ownerIn(new Map([[manifestName, text]]))
  } catch {
    return null
  }
}

/** Values from the environment, and from files relative to the folder. */
function valuesFor(folder: string, env: Environment): ValueOf {
  return ({ source, name }) => (source === 'env' ? (env[name] ?? null) : contentOf(resolve(folder, name)))
}

function contentOf(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8')
    return text.includes('\0') ? null : placeholderText(text)
  } catch {
    return null
  }
}

/** The body of a request with these records. */
export function requestWith(
  records: readonly FolderRecord[],
  { plan, ...options }: Omit<ConfigRequest, 'format' | 'records' | 'plan'> & { readonly plan: string | null },
): ConfigRequest {
  return {
    format: configFormat,
    ...options,
    records: records.map(({ type, name, values, file }) => ({ type, name, values, file })),
    ...(plan !== null && { plan }),
  }
}

/** A refusal by the instance, as sentences with the file and line of what it refuses. */
export function placedRefusal(error: unknown, records: readonly FolderRecord[]): unknown {
  const problems = placedProblems(error, records)
  return problems === null ? error : new Error(problems.map(placedSentence).join('\n'))
}
