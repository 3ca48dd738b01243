import { Readable } from 'node:stream'
import { joined, pathNames } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { appType } from '@millwright/contract/records/app'
import { isRecord } from '@millwright/contract/wire/is-record'
import { decide } from '../../../access/decide.ts'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts'
import { unwrapSingle } from '../../../records/system/alone-if-one.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { type Fields, fieldsOf, flagIn, readKey } from '../../../request/body.ts'
import type { Caller } from '../../../request/caller.ts'
import { FileContent, UploadedFile } from '../../../request/file-content.ts'
import { flag } from '../../../request/params.ts'
import type { Store } from '../../../store/store.ts'
import { type FindStorage, storageFor } from '../../data/files/source-files.ts'
import type { ZipEntry } from '../../data/files/zip-stream.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { type AppPackage, containerName, ownNames, readAppPackage } from '../packages/app-packages/app-package.ts'
import { exportAppParts, filesOfParts, importAppParts } from '../packages/app-parts.ts'
import type { ImportJournals } from '../packages/journal/import-journal.ts'
import type { Exporting } from '../packages/package-content.ts'
import { createReport } from '../packages/report.ts'

const described = [
  'name',
  'description',
  'is_active',
  'type',
  'path',
  'url',
  'storage_container',
  'requires_fullscreen',
  'allow_fullscreen_toggle',
  'toggle_location',
] as const

interface AppExportParts extends Pick<Exporting, 'call' | 'known'> {
  readonly findStorage: FindStorage
}

/** Adds `GET system/app/{id}?pkg=true`, which returns a package that recreates the app (docs/wire/records.md). */
export function withAppExport(apps: SystemResource, { findStorage, call, known }: AppExportParts): SystemResource {
  async function packed(request: ApiRequest, rest: readonly string[]): Promise<ApiResponse> {
    const { body } = await apps.handle({ ...request, params: { fields: '*' } }, rest)
    const app = isRecord(body) ? body : {}
    const parts = filesOfParts(await exportAppParts({ call, request, known }), () => request.isGivenUp?.() === true)
    const files = flag(request.params, 'include_files') ? await filesOf(app, request) : null
    const { zipStream } = await import('../../data/files/zip-stream.ts')
    const description = Buffer.from(JSON.stringify(describe(app), null, 2))
    const content = new FileContent({
      name: `${String(app.name)}.dfpkg`,
      contentType: 'application/zip',
      disposition: 'attachment',
      size: null,
      modified: null,
      read: () => zipStream(entries()),
      close: () => undefined,
    })
    return { status: 200, body: content }

    async function* entries(): AsyncGenerator<ZipEntry> {
      yield { name: 'description.json', content: Readable.from(description) }
      for (const { name, content: read } of parts) yield { name, content: read() }
      if (files !== null) yield* files
    }
  }

  /** Returns the app's files, as far as the caller may read them; `null`: it has no file service. */
  async function filesOf(app: Row, request: ApiRequest): Promise<AsyncIterable<ZipEntry> | null> {
    const folder = pathNames(String(app.storage_container ?? ''))?.join('/') ?? ''
    if (app.type !== appType.storage || typeof app.storage_service_id !== 'number' || folder === '') return null
    const { service, storage } = await findStorage(app.storage_service_id)
    for (const name of ownNames) {
      if ((await storage.find(joined(folder, name))) === null) continue
      throw new Problem(409, `The app has a file '${name}', a name that packages reserve.`)
    }
    const { folderEntries } = await import('../../data/files/zip-stream.ts')
    const mayRead = (resource: string) =>
      decide({ ...request, verb: 'GET', service: service.toLowerCase(), resource }, []).allowed
    return folderEntries(storage, folder, mayRead)
  }

  return {
    ...apps,
    handle(request, rest) {
      const wantsPackage = request.verb === 'GET' && rest.length === 1 && flag(request.params, 'pkg')
      return wantsPackage ? packed(request, rest) : apps.handle(request, rest)
    },
  }
}

/** Returns what an import needs, without anything specific to this instance, such as the key. */
function describe(app: Row): Row {
  return Object.fromEntries(described.flatMap((name) => (app[name] === null ? [] : [[name, app[name]]])))
}

export interface AppImportParts {
  readonly findStorage: FindStorage
  readonly store: Store
  readonly outgoing: Outgoing
  /** Maximum size of a downloaded package in bytes. */
  readonly longest: number
  /** Calls on behalf of the caller, for what a package contains besides the app. */
  readonly call: Forward
  readonly journals: ImportJournals
}

const limits = { files: 5000, bytes: 100 * 2 ** 20 }

/** Makes `POST system/app` accept packages too: a form with a `file`, or `import_url` (docs/wire/records.md). */
export function withAppImport(
  apps: SystemResource,
  { findStorage, store, outgoing, longest, call, journals }: AppImportParts,
): SystemResource {
  async function importPackage(request: ApiRequest): Promise<Row> {
    const fields = fieldsOf(request)
    const { readZip } = await import('../packages/app-packages/read-zip.ts')
    const read = readAppPackage(await readZip(await packageOf(fields), limits))
    const { services, databases } = read.parts
    const report = createReport()
    if (read.ignored > 0) report.warning(ignored(read.ignored))
    const appRow = await (services.length === 0 && databases.size === 0
      ? makeApp(request, fields, read, async () => undefined)
      : journals.during(request.caller, async (journal) => {
          const goOn = flag(request.params, 'continue') || flagIn(fields, 'continue')
          await importAppParts(read.parts, { call, request, journal, report, goOn })
          return makeApp(request, fields, read, journal.end)
        }))
    const { log } = report.answer()
    return log.warning.length + log.error.length === 0 ? appRow : { ...appRow, log }
  }

  /** Creates the app with its files, and deletes it again if they cannot be stored or the import cannot finish. */
  async function makeApp(
    request: ApiRequest,
    fields: Fields,
    read: AppPackage,
    end: () => Promise<void>,
  ): Promise<Row> {
    const place = read.record.type === appType.storage ? await placeOf(fields, read, request.caller) : null
    const appRow = await create(request, { ...read.record, ...place?.columns })
    try {
      for (const { path, bytes } of place === null ? [] : read.files) {
        await place?.storage.write(`${place.columns.storage_container}/${path}`, bytes)
      }
      await end()
    } catch (error) {
      await apps.handle({ ...request, verb: 'DELETE', params: {}, payload: undefined }, [String(appRow.id)])
      throw error
    }
    return appRow
  }

  async function placeOf(fields: Fields, read: AppPackage, caller: Caller) {
    const storageId = readKey(fields.storage_service_id, 'number')
    const found = await findStorage(typeof storageId === 'number' ? storageId : null)
    const container = containerOf(fields.storage_container, read)
    return {
      storage: await storageFor(found, store, caller),
      columns: { storage_service_id: found.serviceId, storage_container: container },
    }
  }

  async function packageOf(fields: Readonly<Row>): Promise<Uint8Array> {
    const files = [fields.file, fields.files].flat().filter((each) => each instanceof UploadedFile)
    const [file, ...more] = files
    if (more.length > 0) throw new Problem(400, 'Only one package can be imported at a time.')
    if (file !== undefined) {
      refuseOther(file.name)
      return file.bytes
    }
    const address = String(fields.import_url)
    refuseOther(URL.parse(address)?.pathname ?? address)
    return (await outgoing.download(address, longest)).bytes
  }

  async function create(request: ApiRequest, record: Readonly<Row>): Promise<Row> {
    const creationRequest = { ...request, params: { fields: '*' }, payload: record, payloadFormat: 'json' as const }
    const { body } = await unwrapSingle(() => apps.handle(creationRequest, []))
    const appRow = isRecord(body) && Array.isArray(body.resource) ? body.resource[0] : null
    return isRecord(appRow) ? appRow : {}
  }

  return {
    ...apps,
    async handle(request, rest) {
      if (request.verb !== 'POST' || rest.length > 0 || !isImport(request)) return apps.handle(request, rest)
      return { status: 200, body: await importPackage(request) }
    },
  }
}

function ignored(count: number): string {
  const files = count === 1 ? 'A file' : `${count} files`
  return `${files} of the package ${count === 1 ? 'was' : 'were'} ignored: an app of this type has no files.`
}

function isImport(request: ApiRequest): boolean {
  const fields = fieldsOf(request)
  if (typeof fields.import_url === 'string' && fields.import_url !== '') return true
  return [fields.file, fields.files].flat().some((each) => each instanceof UploadedFile)
}

function refuseOther(name: string): void {
  if (!/\.dfpkg$/i.test(name)) throw new Problem(400, 'A package of an app has a name that ends in .dfpkg.')
}

function containerOf(value: unknown, { container, record }: AppPackage): string {
  const text = typeof value === 'string' ? value.trim() : ''
  return text || container || containerName(record.name)
}
