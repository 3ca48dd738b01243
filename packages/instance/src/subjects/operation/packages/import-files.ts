import { counted } from '@millwright/connector/counted'
import { parentOf } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { decide } from '../../../access/decide.ts'
import type { Forward } from '../../../gateway/gateway.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { createFileCalls } from './file-calls.ts'
import { forgetIfRejected, type ImportJournal } from './journal/import-journal.ts'
import type { PackedFile, PackedTree } from './packed-content.ts'
import type { Action, PlannedDifference } from './plan.ts'
import type { Report } from './report.ts'

interface FileImport {
  readonly call: Forward
  readonly request: ApiRequest
  readonly overwrite: boolean
}

/** What an import does with a file. */
export interface PlannedFile {
  readonly file: PackedFile
  readonly action: Action
  readonly differences: readonly PlannedDifference[]
}

/** Throws a 403 if the caller may not write the files: an import requires the same rights as the equivalent requests. */
export function refuseFiles(service: string, { folders, files }: PackedTree, request: ApiRequest): void {
  const paths = [...folders.map((folder) => `${folder}/`), ...files.map(({ path }) => path)]
  const denied = paths.find(
    (resource) => !decide({ ...request, verb: 'POST', service: service.toLowerCase(), resource }, []).allowed,
  )
  if (denied !== undefined) throw new Problem(403, `You may not import ${service}/${denied}.`)
}

/** Decides what happens to each file. Existing files of the same length are compared by their content. */
export async function planFiles(
  service: string,
  { files }: PackedTree,
  { call, request, overwrite }: FileImport,
): Promise<PlannedFile[]> {
  const calls = createFileCalls(call, request, service)
  const sizes = new Map<string, ReadonlyMap<string, number>>()
  const planned: PlannedFile[] = []
  const none: readonly PlannedDifference[] = []
  for (const file of files) {
    const folder = parentOf(file.path)
    const known = sizes.get(folder) ?? (await calls.sizesIn(folder))
    sizes.set(folder, known)
    const size = known.get(file.path)
    if (size === undefined) planned.push({ file, action: 'create', differences: none })
    else if (!overwrite) planned.push({ file, action: 'leave', differences: none })
    else {
      const differences = await differencesOf(file, size)
      planned.push({ file, action: differences.length === 0 ? 'leave' : 'change', differences })
    }
  }
  return planned

  async function differencesOf({ path, size: to, read }: PackedFile, from: number): Promise<PlannedDifference[]> {
    if (from !== to) return [{ field: 'content_length', from, to }]
    const same = (await calls.hash(await calls.open(path))) === (await calls.hash(read()))
    return same ? [] : [{ field: 'content' }]
  }
}

interface FileWrite extends FileImport {
  readonly report: Report
  readonly journal: ImportJournal
}

/** Writes the planned files. Replaced files are retained until the import is done. */
export async function importFiles(
  service: string,
  { folders }: PackedTree,
  planned: readonly PlannedFile[],
  { call, request, report, journal }: FileWrite,
): Promise<void> {
  const calls = createFileCalls(call, request, service)
  for (const path of folders) {
    if (await calls.hasFolder(path)) continue
    const forget = await journal.note({ kind: 'folder', service, path })
    await forgetIfRejected(calls.makeFolder(path), forget)
  }
  for (const { file, action } of planned) {
    if (request.isGivenUp?.()) throw new Problem(400, 'The import was aborted.')
    const { path } = file
    if (action === 'create') {
      const forget = await journal.note({ kind: 'file', service, path })
      await forgetIfRejected(calls.write(path, file.read(), true), forget)
    } else if (action === 'change') {
      const copy = await journal.keep(await calls.open(path))
      await journal.note({ kind: 'content', service, path, copy })
      await calls.write(path, file.read())
    }
  }
  const count = (wanted: Action) => planned.filter(({ action }) => action === wanted).length
  if (count('create') > 0) report.done(`Created ${files(count('create'))} in ${service}`)
  if (count('change') > 0) report.done(`Overwrote ${files(count('change'))} in ${service}`)
  if (count('leave') > 0) report.notice(`Ignored ${files(count('leave'))} in ${service}: they already exist`)
}

const files = (count: number) => counted(count, 'file')
