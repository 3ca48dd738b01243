import { readFile, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Readable } from 'node:stream'
import { pathNames } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { decide } from '../../../access/decide.ts'
import { isFullAdmin } from '../../../access/required-rights.ts'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import { version } from '../../../platform/version.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { assertNoRest, type Fields, fieldsOf, flagIn, textIn, unsupported } from '../../../request/body.ts'
import { UploadedFile } from '../../../request/file-content.ts'
import { flag } from '../../../request/params.ts'
import { fileConfig } from '../../data/files/public-files.ts'
import { isForm } from '../../data/files/receive-form.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { exportContent } from './export-content.ts'
import { createFileCalls } from './file-calls.ts'
import type { ImportJournals } from './journal/import-journal.ts'
import { manifest } from './manifest.ts'
import { createKnownRows } from './named-record.ts'
import { filledText } from './package-content.ts'
import type { PackagedTypes } from './packaged-types.ts'
import { get, plain } from './read-records.ts'
import { createReport } from './report.ts'
import { createReceiveFile, inWorkFolder, type WorkFolder } from './work-folder.ts'

const shortestPassword = 6

/** `system/package`: lists what can be exported, exports, and imports (docs/wire/packages.md). */
export function createPackageResource(
  parts: Parts,
  types: PackagedTypes,
  call: Forward,
  journals: ImportJournals,
): SystemResource {
  const known = createKnownRows(parts.store)
  const target = createTarget(parts, call)
  const receive = createReceiveFile(parts.config, { endings: ['zip', 'dfpkg'], what: 'package' })

  async function exportTo(request: ApiRequest): Promise<ApiResponse> {
    const exportFields = fieldsOf(request)
    const password = passwordOf(exportFields)
    const selection = isRecord(exportFields.service) ? exportFields.service : {}
    if (flag(request.params, 'plan')) {
      const { needsOf } = await import('./export-needs.ts')
      const exporting = { request, call, parts, known, types }
      return { status: 200, body: await needsOf(await exportContent(selection, false, exporting), exporting) }
    }
    const place = await target(exportFields.storage, request)
    const secrets = password !== null && isFullAdmin(request.caller)
    const found = await exportContent(selection, secrets, { request, call, parts, known, types })
    const created_date = new Date(parts.clock()).toISOString().slice(0, 19).replace('T', ' ')
    const { writePackage } = await import('./write-package.ts')
    const packing = {
      content: { ...found, secured: password !== null },
      types,
      files: found.files,
      open: (service: string, path: string) => {
        const calls = createFileCalls(call, request, service)
        return path.endsWith('/') ? calls.openFolder(path.slice(0, -1)) : calls.open(path)
      },
      isGivenUp: () => request.isGivenUp?.() === true,
      header: { df_version: version, created_date },
      password,
    }
    await writePackage(packing, place.write)
    return { status: 200, body: { success: true, path: place.address, is_public: place.isPublic } }
  }

  /** Imports an app package, as `system/app` does. */
  async function importApp(request: ApiRequest, file: string, fields: Fields): Promise<ApiResponse> {
    if (flag(request.params, 'plan')) throw new Problem(400, 'An import of an app package cannot be previewed.')
    const { size } = await stat(file)
    if (size > parts.config.bodyLimit) throw new Problem(413, 'The app package is larger than this server accepts.')
    const payload = { ...fields, file: new UploadedFile('app.dfpkg', await readFile(file)) }
    const params = goesOn(request, fields) ? { continue: 'true' } : {}
    const importRequest = { ...get('system', 'app', params), verb: 'POST', payload, payloadFormat: 'form' } as const
    const { body } = await call({ ...request, ...importRequest })
    const report = createReport()
    report.done(`Created system/app with name ${isRecord(body) ? String(body.name) : ''}`)
    const log = isRecord(body) && isRecord(body.log) ? body.log : {}
    for (const sentence of textsIn(log.notice)) report.notice(sentence)
    for (const sentence of textsIn(log.warning)) report.warning(sentence)
    for (const sentence of textsIn(log.error)) report.error(sentence)
    return { status: 201, body: report.answer() }
  }

  async function importFrom(request: ApiRequest, work: WorkFolder): Promise<ApiResponse> {
    const { file, ending, fields } = await receive(request, work)
    if (ending === 'dfpkg') return importApp(request, file, fields)
    const password = textIn(fields, 'password') ?? (request.params.password || null)
    const overwrite = flagIn(fields, 'overwrite') || flag(request.params, 'overwrite')
    const { readPackage } = await import('./read-package.ts')
    const content = await readPackage(file, {
      mostFiles: parts.config.packageFiles,
      password,
      types,
      work,
    })
    const goOn = goesOn(request, fields)
    const importing = { request: { ...request, ...plain }, overwrite, goOn, work, call, parts, known, types, journals }
    const { importPackage, planImport } = await import('./import-package.ts')
    if (flag(request.params, 'plan')) {
      const { planAnswer } = await import('./plan-answer.ts')
      return { status: 200, body: await planAnswer(await planImport(content, importing, true), importing) }
    }
    const body = await importPackage(content, importing)
    return { status: body.success ? 201 : 200, body }
  }

  return {
    name: 'package',
    label: 'Packages',
    description: 'Parts of this instance in one file, for import into another one.',
    singleton: false,
    keeps: 'nothing',
    readOnly: false,
    takesUpload: ({ headers }) => isForm(headers['content-type'] ?? ''),
    async handle(request, rest) {
      assertNoRest(rest)
      if (request.verb === 'GET') return { status: 200, body: await manifest({ request, call, parts, types }) }
      if (request.verb !== 'POST') throw unsupported(request)
      const imports = request.upload !== undefined || addressIn(request) !== undefined
      return imports ? inWorkFolder(parts.config.dataFolder, (work) => importFrom(request, work)) : exportTo(request)
    },
  }
}

const goesOn = ({ params }: ApiRequest, fields: Fields) => flagIn(fields, 'continue') || flag(params, 'continue')

const textsIn = (list: unknown) => (Array.isArray(list) ? list : []).map(String)

const addressIn = (request: ApiRequest) =>
  textIn(fieldsOf(request), 'import_url') ?? (request.params.import_url || undefined)

function passwordOf(exportFields: Fields): string | null {
  const password = textIn(exportFields, 'password') ?? null
  if (!flagIn(exportFields, 'secured')) return null
  if (password !== null && [...password].length >= shortestPassword) return password
  throw new Problem(400, `A secured package needs a password of at least ${shortestPassword} characters.`)
}

/** The destination of an export. */
interface Target {
  /** The URL of the file, for callers who may read it. */
  readonly address: string
  readonly isPublic: boolean
  write(archive: Readable): Promise<void>
}

/** Resolves the destination in `storage`: a name, or `{name|id, folder|path, filename|file}` (docs/wire/packages.md). */
function createTarget({ store, clock, kinds }: Pick<Parts, 'store' | 'clock' | 'kinds'>, call: Forward) {
  return async (storage: unknown, request: ApiRequest): Promise<Target> => {
    const storageFields = isRecord(storage) ? storage : { name: storage }
    const services = store.db.selectFrom('service').select(['id', 'name', 'type', 'config', 'is_active'])
    const row =
      typeof storageFields.id === 'number'
        ? await services.where('id', '=', storageFields.id).executeTakeFirst()
        : await services.where('name', '=', filledText(storageFields.name) ?? 'files').executeTakeFirst()
    if (row === undefined || row.is_active !== 1 || kinds.of(row.type)?.group !== 'File') {
      throw new Problem(400, 'There is no such file service to store the package on.')
    }
    const folder = pathNames(filledText(storageFields.folder) ?? filledText(storageFields.path) ?? '__EXPORTS')
    const named =
      filledText(storageFields.filename) ?? filledText(storageFields.file) ?? `${hostname()}_${stamp(clock())}`
    const [file, ...more] = pathNames(/\.zip$/i.test(named) ? named : `${named}.zip`) ?? []
    if (folder === null || file === undefined || more.length > 0) {
      throw new Problem(400, 'The folder or file name contains characters that are not allowed.')
    }
    const place = folder.join('/')
    const storeRequest = { ...request, verb: 'POST', service: row.name.toLowerCase(), resource: `${place}/` } as const
    if (!decide(storeRequest, []).allowed) throw new Problem(403, `You may not store files in ${row.name}/${place}.`)
    const path = [...folder, file].join('/')
    const calls = createFileCalls(call, request, row.name)
    return {
      address: `${request.origin}/api/v2/${row.name}/${path}`,
      isPublic: fileConfig(row.config).public_path.some((open) => isWithin(folder, open)),
      async write(archive) {
        if (place !== '') await calls.makeFolder(place).catch(unlessThere)
        await calls.write(path, archive)
      },
    }
  }
}

/** Ignores that the folder exists. Other errors occur again when a file is written to it. */
function unlessThere(error: unknown): void {
  if (!(error instanceof Problem) || error.status !== 400) throw error
}

function isWithin(folder: readonly string[], open: string): boolean {
  const names = pathNames(open)
  return names !== null && names.length > 0 && names.every((name, at) => folder[at] === name)
}

function stamp(now: number): string {
  const [date, time = ''] = new Date(now).toISOString().split('T')
  return `${date}_${time.slice(0, 8).replaceAll(':', '.')}`
}
