import { Readable } from 'node:stream'
import { Problem } from '@millwright/contract/problem'
import type {
  ConfigDrift,
  ConfigExport,
  ConfigFileTexts,
  ConfigLayout,
  ConfigPlan,
  ConfigValues,
  DriftedRecord,
  ExportedConfigRecord,
  ManagedRecords,
} from '@millwright/contract/wire/config'
import { configFormat } from '@millwright/contract/wire/config'
import { requireConfigAccess } from '../../../access/required-rights.ts'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import { paced } from '../../../platform/yielder.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { assertNoRest, unsupported } from '../../../request/body.ts'
import { FileContent } from '../../../request/file-content.ts'
import { flag, list, text } from '../../../request/params.ts'
import type { ZipEntry } from '../../data/files/zip-stream.ts'
import type { OutsideCalls } from '../../ground/system/outside-records.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { createKnownRows } from '../packages/named-record.ts'
import type { PackagedTypes } from '../packages/packaged-types.ts'
import { withoutConfigSecrets } from './config-secrets.ts'
import { type ConfigState, fingerprinted, readConfigRecord, readConfigState } from './config-state.ts'
import { type ConfigType, configTypes } from './config-types.ts'
import { fileSchemas } from './file-schemas.ts'
import { manifestName, writtenFiles } from './folder/written-folder.ts'
import { configDifferences, managedId, readManaged } from './managed-records.ts'
import { partsOf } from './plan-config.ts'
import { createPlanOrApply, readConfigRequest } from './plan-or-apply.ts'
import { withAllOf, withOutside } from './tables/outside-state.ts'
import { applyUploadedFolder } from './uploaded-folder.ts'

/** `system/config`: the configuration as records for files, plans and applies of such records, and drift (docs/wire/config.md). */
export function createConfigResource(parts: Parts, types: PackagedTypes, call: Forward): SystemResource {
  const { store } = parts
  const known = createKnownRows(store)

  const layout = () => layoutOf(configTypes(types, parts.kinds))

  const planOrApply = createPlanOrApply(parts, types, call)
  const mostRecords = parts.config.configRecords

  function planRecords(request: ApiRequest): Promise<ConfigPlan> {
    const isDrift = flag(request.params, 'drift')
    return planOrApply(
      readConfigRequest(request.payload, { isDrift, most: mostRecords }),
      isDrift || flag(request.params, 'plan'),
      request,
    )
  }

  async function callsOf(request: ApiRequest): Promise<OutsideCalls> {
    return { call, request, services: await known.names('service') }
  }

  /** What is managed, and the tables of the services in the parameter `schema`. */
  async function wholeState(request: ApiRequest): Promise<ConfigState> {
    const calls = await callsOf(request)
    const stored = await readConfigState(parts, types)
    let state = await withOutside(stored, stored.managed.values(), calls)
    for (const service of list(request.params, 'schema') ?? []) state = await withAllOf(state, service, calls)
    return state
  }

  /** What is read below the resource, by its path. */
  const answers: Readonly<Record<string, (request: ApiRequest) => unknown>> = {
    // Consoles ask every few minutes, mostly where no folder was ever applied.
    drift: async (request) =>
      (await readManaged(store)).size === 0 ? noDrift : driftOf(await wholeState({ ...request, params: {} })),
    folder: async (request) => folderArchive(await exportOf(await wholeState(request)), layout()),
    layout,
    managed: async ({ params }) => {
      const type = text(params, 'type')
      const all = [...(await readManaged(store)).values()].filter(
        (record) => type === undefined || record.type === type,
      )
      const records = all.map(({ type: typeName, name, owner, file }) => ({ type: typeName, name, owner, file }))
      return { locked: parts.config.configLock, records } satisfies ManagedRecords
    },
    schema: () => fileSchemas(configTypes(types, parts.kinds)),
    text: async (request) => {
      const { params } = request
      const type = text(params, 'type') ?? ''
      const name = text(params, 'name') ?? ''
      const state = await readConfigRecord(parts, types, { type, name })
      const { records: found } = await exportOf(await withOutside(state, [{ type, name }], await callsOf(request)))
      if (found.length === 0) throw new Problem(404, `There is no ${type || 'type'} '${name}' in the configuration.`)
      const files = [...writtenFiles({ records: found }, layout(), asExported)]
      const texts = files.flatMap(([path, content]) => (path === manifestName ? [] : [{ path, text: content }]))
      return { files: texts } satisfies ConfigFileTexts
    },
  }

  return {
    name: 'config',
    label: 'Configuration',
    description: 'The configuration of this instance, as records for files.',
    singleton: true,
    keeps: 'nothing',
    readOnly: false,
    guard: (request) => void requireConfigAccess(request, false),
    async handle(sent, [part, ...rest]) {
      const request = { ...sent, caller: requireConfigAccess(sent, writes(sent)) }
      assertNoRest(rest)
      if (part !== undefined) {
        if (part === 'folder' && request.verb === 'POST')
          return { status: 200, body: await applyUploadedFolder(request, layout(), { planOrApply, mostRecords }) }
        const answer = Object.hasOwn(answers, part) ? answers[part] : undefined
        assertNoRest(answer === undefined ? [part] : [])
        if (answer === undefined || request.verb !== 'GET') throw unsupported(request)
        return { status: 200, body: await answer(request) }
      }
      if (request.verb === 'GET') return { status: 200, body: await exportOf(await wholeState(request)) }
      if (request.verb === 'POST') return { status: 200, body: await planRecords(request) }
      throw unsupported(request)
    },
  }
}

/** Whether a request applies a configuration, rather than reading or planning one. */
const writes = ({ verb, params }: Pick<ApiRequest, 'verb' | 'params'>) =>
  verb !== 'GET' && !flag(params, 'plan') && !flag(params, 'drift')

const asExported = { owner: 'default', placeholders: false }

/** An archive with the folder, as `millwright config export` writes it. */
async function folderArchive(exported: ConfigExport, layout: ConfigLayout): Promise<FileContent> {
  const { zipStream } = await import('../../data/files/zip-stream.ts')
  return new FileContent({
    name: 'configuration.zip',
    contentType: 'application/zip',
    disposition: 'attachment',
    size: null,
    modified: null,
    read: () => zipStream(entries()),
    close: () => undefined,
  })

  async function* entries(): AsyncGenerator<ZipEntry> {
    for await (const [name, content] of paced(writtenFiles(exported, layout, asExported)))
      yield { name, content: Readable.from(Buffer.from(content)) }
  }
}

function layoutOf(types: ReadonlyMap<string, ConfigType>): ConfigLayout {
  return { format: configFormat, types: [...types.values()].map(({ name: type, files }) => ({ type, files })) }
}

async function exportOf({ types, records, managed, fingerprint }: ConfigState): Promise<ConfigExport> {
  const all: ExportedConfigRecord[] = []
  for (const [typeName, stored] of records) {
    const type = types.get(typeName)
    if (type === undefined) continue
    for await (const [name, { row }] of paced(stored)) {
      const { value, secrets } = withoutConfigSecrets(fingerprinted(type, row, fingerprint))
      const owner = managed.get(managedId(typeName, name))?.owner ?? null
      all.push({ type: typeName, name, values: value as ConfigValues, secrets, owner })
    }
  }
  return { format: configFormat, records: all }
}

const noDrift: ConfigDrift = { records: [] }

async function driftOf({ types, records, managed, fingerprint }: ConfigState): Promise<ConfigDrift> {
  const drifted: DriftedRecord[] = []
  for await (const { type: typeName, name, owner, file, stored } of paced(managed.values())) {
    const type = types.get(typeName)
    if (type === undefined) continue
    const drift = { type: typeName, name, owner, file }
    const now = records.get(typeName)?.get(name)
    const was = now === undefined ? null : fingerprinted(type, now.row, fingerprint)
    const differences = was === null ? [] : configDifferences(stored, was, null, partsOf(type))
    if (was === null) drifted.push({ ...drift, action: 'delete', differences })
    else if (differences.length > 0) drifted.push({ ...drift, action: 'change', differences })
  }
  return { records: drifted }
}
