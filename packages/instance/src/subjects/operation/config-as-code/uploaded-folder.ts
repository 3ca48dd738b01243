import { posix } from 'node:path'
import { Problem } from '@millwright/contract/problem'
import type {
  ConfigFolderPlan,
  ConfigFolderRefusal,
  ConfigLayout,
  ConfigPlaceholder,
  PlacedProblem,
} from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiRequest } from '../../../request/api-request.ts'
import { type Fields, flagIn, textIn } from '../../../request/body.ts'
import { UploadedFile } from '../../../request/file-content.ts'
import { flag } from '../../../request/params.ts'
import {
  MissingValues,
  overlayFolder,
  placedProblems,
  placedSentence,
  placeholderText,
  recordsIn,
  textOfFile,
  type ValueOf,
  withValues,
} from './folder/folder-records.ts'
import { requestWith } from './folder/folder-request.ts'
import type { FolderFiles, FolderRecord } from './folder/read-records.ts'
import { manifestName } from './folder/written-folder.ts'
import { FolderProblem } from './folder/yaml-file.ts'
import { type PlanOrApply, readConfigRequest } from './plan-or-apply.ts'

/** Most that an archive has, extracted, since its records are in memory several times. */
const most = { files: 10_000, bytes: 16 * 2 ** 20 }
/** Most bytes of a file that is parsed, which happens at once. */
const longestYaml = 256 * 2 ** 10
/** Most values, names, and ends of lists in all files together. */
const mostParts = 100_000

/**
 * `POST system/config/folder`: plans or applies a folder that was sent as an archive. Throws refusals with the file and line of what is refused
 * (docs/wire/config.md).
 */
export async function applyUploadedFolder(
  request: ApiRequest,
  layout: ConfigLayout,
  { planOrApply, mostRecords }: { readonly planOrApply: PlanOrApply; readonly mostRecords: number },
): Promise<ConfigFolderPlan> {
  const fields = isRecord(request.payload) ? request.payload : {}
  const { file } = fields
  if (!(file instanceof UploadedFile)) throw new Problem(400, "Send a form with an archive of the folder as 'file'.")
  const all = withoutParent(await filesOf(file.bytes))
  const overlays = overlaysIn(all)
  let records: readonly FolderRecord[] = []
  try {
    const read = await recordsIn(
      { ...sourceOf(all, textIn(fields, 'overlay') ?? null), room: { parts: mostParts } },
      layout,
    )
    ;({ records } = read)
    const sent = withValues(records, layout, valuesFor(all, fields))
    const body = requestWith(sent, { owner: read.owner, ...optionsIn(fields), plan: textIn(fields, 'plan') ?? null })
    const plan = await planOrApply(
      readConfigRequest(body, { isDrift: false, most: mostRecords }),
      flag(request.params, 'plan'),
      request,
    )
    return { ...plan, overlays }
  } catch (error) {
    throw refused(error, records, overlays)
  }
}

async function filesOf(archive: Uint8Array): Promise<FolderFiles> {
  const { zipFiles } = await import('../packages/app-packages/read-zip.ts')
  const files = new Map<string, string>()
  try {
    for await (const { path, bytes } of zipFiles(archive, most)) {
      if (path.split('/').some((name) => name.startsWith('.'))) continue
      if (path.endsWith('.yaml') && bytes.length > longestYaml) throw new FolderProblem(path, null, tooLong)
      files.set(path, textOfFile(path, bytes))
    }
    return files
  } catch (error) {
    throw refused(error, [], [])
  }
}

const tooLong = `The file has more than ${longestYaml} bytes. Larger ones are sent by the command millwright config.`

/** The files of the folder, which can be within another one in the archive. */
function withoutParent(files: FolderFiles): FolderFiles {
  const manifests = [...files.keys()].filter((path) => posix.basename(path) === manifestName)
  const [manifest] = manifests.toSorted((one, other) => one.length - other.length)
  if (manifest === undefined || manifest === manifestName) return files
  return below(files, manifest.slice(0, -manifestName.length))
}

const below = (files: FolderFiles, place: string): FolderFiles =>
  new Map([...files].flatMap(([path, text]) => (path.startsWith(place) ? [[path.slice(place.length), text]] : [])))

function overlaysIn(files: FolderFiles): string[] {
  const names = [...below(files, `${overlayFolder}/`).keys()].flatMap((path) =>
    path.split('/').slice(0, -1).slice(0, 1),
  )
  return [...new Set(names)].toSorted()
}

function sourceOf(files: FolderFiles, overlay: string | null) {
  const base = new Map([...files].filter(([path]) => !path.startsWith(`${overlayFolder}/`)))
  if (overlay === null) return { files: base, overlay: null }
  const over = below(files, `${overlayFolder}/${overlay}/`)
  if (over.size === 0) throw new FolderProblem(`${overlayFolder}/${overlay}`, null, 'The folder has no such overlay.')
  return { files: base, overlay: { name: overlay, files: over } }
}

function optionsIn(fields: Fields) {
  const { prune = true } = fields
  return {
    adopt: flagIn(fields, 'adopt'),
    prune: prune === true || flagIn(fields, 'prune'),
    allow_destroy: flagIn(fields, 'allow_destroy'),
  }
}

const idOf = ({ source, name }: ConfigPlaceholder) => `${source}:${name}`

/** Values that were sent, and files of the folder. Those of the instance are never read. */
function valuesFor(files: FolderFiles, fields: Fields): ValueOf {
  const sent = sentValues(textIn(fields, 'values'))
  return (placeholder) => {
    const id = idOf(placeholder)
    const value = Object.hasOwn(sent, id) ? sent[id] : undefined
    if (typeof value === 'string') return value
    const content = placeholder.source === 'file' ? files.get(posix.normalize(placeholder.name)) : undefined
    return content === undefined ? null : placeholderText(content)
  }
}

function sentValues(text: string | undefined): Fields {
  if (text === undefined) return {}
  try {
    const values: unknown = JSON.parse(text)
    if (isRecord(values)) return values
  } catch {
    // Refused below.
  }
  throw new Problem(400, "'values' must be a JSON object with texts by placeholder, such as env:NAME.")
}

/** A refusal of what is in the folder, in which every fault has its place; others as they are. */
function refused(error: unknown, records: readonly FolderRecord[], overlays: readonly string[]): unknown {
  const missing = error instanceof MissingValues ? error.missing : []
  const problems = problemsIn(error, records)
  const [first] = problems
  if (first === undefined) return error
  const more = problems.length > 1 ? ` There are ${problems.length - 1} more problems.` : ''
  const context: ConfigFolderRefusal = { problems, missing, overlays }
  return new Problem(error instanceof Problem ? error.status : 400, `${placedSentence(first)}${more}`, { context })
}

function problemsIn(error: unknown, records: readonly FolderRecord[]): PlacedProblem[] {
  if (error instanceof MissingValues) return error.missing.map(({ file, line, message }) => ({ file, line, message }))
  if (error instanceof FolderProblem) return [{ file: error.file, line: error.line, message: error.sentence }]
  return placedProblems(error, records) ?? []
}
