import { Problem } from '@millwright/contract/problem'
import type { ApiRequest, ApiResponse } from '../gateway/api-request.ts'
import type { Forward } from '../gateway/gateway.ts'
import { flag } from '../gateway/params.ts'
import { UploadedFile } from '../gateway/uploaded-file.ts'
import { fieldsOf, flagIn, refuseRest, textIn, unsupported } from '../identity/resources/fields.ts'
import type { Parts } from '../parts.ts'
import { createOutgoing } from '../services/outgoing/outgoing.ts'
import { isRecord } from '../system/body.ts'
import type { SystemResource } from '../system/system-resource.ts'
import { version } from '../version.ts'
import { exportContent } from './export-content.ts'
import { importPackage, planImport } from './import-package.ts'
import { createKnownRows } from './known-rows.ts'
import { manifest } from './manifest.ts'
import { planAnswer } from './plan-answer.ts'
import { createTarget } from './target.ts'

const shortestPassword = 6

/** `system/package`: what can be exported, exports, and imports (docs/wire/packages.md). */
export function createPackageResource(parts: Parts, call: Forward): SystemResource {
  const known = createKnownRows(parts.store)
  const outgoing = createOutgoing(parts.config)
  const target = createTarget(parts)

  async function exportTo(request: ApiRequest): Promise<ApiResponse> {
    const asked = fieldsOf(request)
    const password = passwordOf(asked)
    const place = await target(asked.storage, request)
    const selection = isRecord(asked.service) ? asked.service : {}
    const secrets = password !== null && request.caller.sysadmin
    const content = await exportContent(selection, secrets, { request, call, parts, known })
    const created_date = new Date(parts.clock()).toISOString().slice(0, 19).replace('T', ' ')
    const { writePackage } = await import('./write-package.ts')
    await place.write(
      await writePackage({ ...content, secured: password !== null }, { df_version: version, created_date }, password),
    )
    return { status: 200, body: { success: true, path: place.address, is_public: place.isPublic } }
  }

  async function importFrom(request: ApiRequest, file: UploadedFile | string): Promise<ApiResponse> {
    const fields = fieldsOf(request)
    const password = textIn(fields, 'password') ?? (request.params.password || null)
    const overwrite = flagIn(fields, 'overwrite') || flag(request.params, 'overwrite')
    const { readPackage } = await import('./read-package.ts')
    const content = await readPackage(await bytesOf(file), password)
    const importing = { request, overwrite, call, parts, known }
    if (flag(request.params, 'plan')) {
      return { status: 200, body: await planAnswer(await planImport(content, importing), content, importing) }
    }
    const body = await importPackage(content, importing)
    return { status: body.success ? 201 : 200, body }
  }

  async function bytesOf(file: UploadedFile | string): Promise<Uint8Array> {
    const name = typeof file === 'string' ? (URL.parse(file)?.pathname ?? file) : file.name
    if (!/\.zip$/i.test(name)) throw new Problem(400, 'A package has a name that ends in .zip.')
    return typeof file === 'string' ? (await outgoing.download(file, parts.config.bodyLimit)).bytes : file.bytes
  }

  return {
    name: 'package',
    label: 'Packages',
    description: 'Parts of this instance in one file, to be taken to another one.',
    singleton: false,
    readOnly: false,
    async handle(request, rest) {
      refuseRest(rest)
      if (request.verb === 'GET') return { status: 200, body: await manifest({ request, call, parts }) }
      if (request.verb !== 'POST') throw unsupported(request)
      const file = packageIn(request)
      return file === null ? exportTo(request) : importFrom(request, file)
    },
  }
}

/** The file or address of an import; null: the request is an export. */
function packageIn(request: ApiRequest): UploadedFile | string | null {
  const fields = fieldsOf(request)
  const files = [fields.files, fields.file].flat().filter((each) => each instanceof UploadedFile)
  if (files.length > 1) throw new Problem(400, 'Only one package can be imported at a time.')
  const address = textIn(fields, 'import_url') ?? request.params.import_url
  if (files[0] !== undefined) return files[0]
  if (address !== undefined && address !== '') return address
  if (request.payloadFormat === 'form') throw new Problem(400, 'No package file is given.')
  return null
}

function passwordOf(asked: Readonly<Record<string, unknown>>): string | null {
  const password = textIn(asked, 'password') ?? null
  if (!flagIn(asked, 'secured')) return null
  if (password !== null && [...password].length >= shortestPassword) return password
  throw new Problem(400, `A secured package needs a password of at least ${shortestPassword} characters.`)
}
