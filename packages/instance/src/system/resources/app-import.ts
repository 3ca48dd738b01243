import { batchCode, Problem } from '@millwright/contract/problem'
import { appType } from '@millwright/contract/records/app'
import type { ApiRequest } from '../../gateway/api-request.ts'
import { UploadedFile } from '../../gateway/uploaded-file.ts'
import { fieldsOf } from '../../identity/resources/fields.ts'
import type { FindStorage } from '../../services/files/find-storage.ts'
import type { Outgoing } from '../../services/outgoing/outgoing.ts'
import { type AppPackage, containerName, readAppPackage } from '../../services/packages/app-package.ts'
import { isRecord, readKey } from '../body.ts'
import type { Row } from '../sql-runner.ts'
import type { SystemResource } from '../system-resource.ts'

export interface AppImportParts {
  readonly findStorage: FindStorage
  readonly outgoing: Outgoing
  /** Bytes of a package that is fetched. */
  readonly longest: number
}

const limits = { files: 5000, bytes: 100 * 2 ** 20 }

/** Makes `POST system/app` take packages too: a form with a `file`, or `import_url` (docs/wire/records.md). */
export function withAppImport(
  apps: SystemResource,
  { findStorage, outgoing, longest }: AppImportParts,
): SystemResource {
  async function importPackage(request: ApiRequest): Promise<Row> {
    const fields = fieldsOf(request)
    const { readZip } = await import('../../services/packages/read-zip.ts')
    const read = readAppPackage(await readZip(await packageOf(fields), limits))
    if (read.record.type !== appType.storage) return create(request, read.record)
    const storageId = readKey(fields.storage_service_id, 'number')
    const { serviceId, storage } = await findStorage(typeof storageId === 'number' ? storageId : null)
    const container = containerOf(fields.storage_container, read)
    const place = { storage_service_id: serviceId, storage_container: container }
    const made = await create(request, { ...read.record, ...place })
    try {
      for (const { path, bytes } of read.files) await storage.write(`${container}/${path}`, bytes)
    } catch (error) {
      await apps.handle({ ...request, verb: 'DELETE', params: {}, payload: undefined }, [String(made.id)])
      throw error
    }
    return made
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
    try {
      const asked = { ...request, params: { fields: '*' }, payload: record, payloadFormat: 'json' as const }
      const { body } = await apps.handle(asked, [])
      const made = isRecord(body) && Array.isArray(body.resource) ? body.resource[0] : null
      return isRecord(made) ? made : {}
    } catch (error) {
      throw singleProblem(error)
    }
  }

  return {
    ...apps,
    async handle(request, rest) {
      if (request.verb !== 'POST' || rest.length > 0 || !isImport(request)) return apps.handle(request, rest)
      return { status: 200, body: await importPackage(request) }
    },
  }
}

function isImport(request: ApiRequest): boolean {
  const fields = fieldsOf(request)
  if (typeof fields.import_url === 'string' && fields.import_url !== '') return true
  return [fields.file, fields.files].flat().some((each) => each instanceof UploadedFile)
}

function refuseOther(name: string): void {
  if (!/\.dfpkg$/i.test(name)) throw new Problem(400, 'A package of an app has a name that ends in .dfpkg.')
}

function containerOf(asked: unknown, { container, record }: AppPackage): string {
  const given = typeof asked === 'string' ? asked.trim() : ''
  return given || container || containerName(record.name)
}

/** What was wrong with the one record of a batch. */
function singleProblem(error: unknown): unknown {
  if (!(error instanceof Problem) || error.code !== batchCode || !isRecord(error.context)) return error
  const first = Array.isArray(error.context.resource) ? error.context.resource[0] : null
  if (!isRecord(first) || typeof first.message !== 'string') return error
  return new Problem(Number(first.status_code ?? 400), first.message, { context: first.context ?? null })
}
