import { Readable } from 'node:stream'
import { joined, pathNames } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { appType } from '@millwright/contract/records/app'
import { isRecord } from '@millwright/contract/wire/is-record'
import { decide } from '../../../access/decide.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { FileContent } from '../../../request/file-content.ts'
import { flag } from '../../../request/params.ts'
import type { FindStorage } from '../../data/files/find-storage.ts'
import type { ZipEntry } from '../../data/files/zip-stream.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { ownNames } from '../packages/app-packages/app-package.ts'
import { exportAppParts, filesOfParts } from '../packages/export-app-parts.ts'
import type { Exporting } from '../packages/exporting.ts'

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
      const asked = request.verb === 'GET' && rest.length === 1 && flag(request.params, 'pkg')
      return asked ? packed(request, rest) : apps.handle(request, rest)
    },
  }
}

/** Returns what an import needs, without anything specific to this instance, such as the key. */
function describe(app: Row): Row {
  return Object.fromEntries(described.flatMap((name) => (app[name] === null ? [] : [[name, app[name]]])))
}
