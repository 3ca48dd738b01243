import type { ConfigLayout, ConfigSchemas } from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import fc from 'fast-check'
import { writtenFiles } from '../../subjects/operation/config-as-code/folder/written-folder.ts'
import type { TestInstance } from '../open-test-instance.ts'
import type { SendOptions } from '../send.ts'
import { zipOf } from '../zip.ts'
import type { recordsFrom } from './hostile-records.ts'
import type { HostileValues } from './hostile-values.ts'
import type { Operation } from './operations.ts'

/** Records that come in an archive: a package's, by type, or those of a folder of configuration. */
export type BroughtRecords =
  | { readonly as: 'package'; readonly records: Readonly<Record<string, Readonly<Record<string, unknown>>>> }
  | { readonly as: 'folder'; readonly records: readonly ConfiguredRecord[]; readonly layout: ConfigLayout }

interface ConfiguredRecord {
  readonly type: string
  readonly name: string
  readonly values: Readonly<Record<string, unknown>>
}

/** How an instance describes configuration. */
export interface ConfigForm {
  readonly schemas: ConfigSchemas
  readonly layout: ConfigLayout
}

export async function readConfigForm({ send, root: as }: TestInstance): Promise<ConfigForm> {
  const schemas = await send<ConfigSchemas>('GET', 'system/config/schema', { as })
  const layout = await send<ConfigLayout>('GET', 'system/config/layout', { as })
  return { schemas: schemas.body, layout: layout.body }
}

const owner = 'evil'

/** The form with which browsers send the archive. */
export async function formOf(brought: BroughtRecords): Promise<SendOptions> {
  const isPackage = brought.as === 'package'
  const archive = await zipOf(isPackage ? packageOf(brought.records) : folderOf(brought))
  const form = new FormData()
  form.append(isPackage ? 'files' : 'file', new Blob([archive]), 'a.zip')
  for (const [name, value] of isPackage ? [['overwrite', 'true']] : folderFields)
    form.append(String(name), String(value))
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: new Uint8Array(await encoded.arrayBuffer()),
  }
}

const folderFields = [
  ['adopt', 'true'],
  ['prune', 'false'],
]

function packageOf(records: Readonly<Record<string, Readonly<Record<string, unknown>>>>) {
  const named = Object.entries(records).map(([type, { name }]) => [type, [String(name)]])
  return {
    'package.json': { version: '0.1', service: { system: Object.fromEntries(named) } },
    ...Object.fromEntries(Object.entries(records).map(([type, record]) => [`system/${type}.json`, [record]])),
  }
}

function folderOf({ records, layout }: Extract<BroughtRecords, { as: 'folder' }>) {
  const exported = records.map((record) => ({ ...record, secrets: [], owner }))
  return Object.fromEntries(writtenFiles({ records: exported }, layout, { owner, placeholders: false }))
}

type Records = ReturnType<typeof recordsFrom>

/** New records with the ids of others, for each type that `operations` create. */
export function packedRecords(
  operations: readonly Operation[],
  { recordOf }: Records,
  { id, known }: HostileValues,
): fc.Arbitrary<BroughtRecords> {
  const name = fc.oneof({ weight: 3, arbitrary: fc.constant('evil1') }, known)
  const ids = fc.oneof(fc.constant<unknown>(1), id)
  return fc.oneof(
    ...operations.map(({ path, body, document }) =>
      fc.tuple(recordOf(document, body ?? {}, 'new'), ids, name).map(([record, given, called]): BroughtRecords => {
        const type = path.slice('system/'.length)
        return { as: 'package', records: { [type]: { id: given, ...record, name: called } } }
      }),
    ),
  )
}

/** One or two records of configuration, of any type. */
export function configuredRecords(
  { schemas, layout }: ConfigForm,
  { membersIn }: Records,
  { id, known, text }: HostileValues,
): fc.Arbitrary<Extract<BroughtRecords, { as: 'folder' }>> {
  const names = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('evil1', 'evil2') }, known, text('name').map(String))
  const ids = fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, id)
  const layoutOf = new Map(layout.types.map((each) => [each.type, each.files]))
  const record = fc.oneof(
    ...schemas.files.map(({ type, schema }) => {
      const files = layoutOf.get(type)
      const one = files !== undefined && 'file' in files ? schema.additionalProperties : schema
      const name = type === 'event_script' ? text('event').map(String) : names
      return fc.tuple(name, membersIn(isRecord(one) ? one : {}), ids).map(([called, values, given]) => ({
        type,
        name: called,
        values: given === null ? values : { ...values, id: given },
      }))
    }),
  )
  return fc.array(record, { minLength: 1, maxLength: 2 }).map((records) => ({ as: 'folder', records, layout }))
}

/** The body of `POST system/config` with the same records. */
export const configBody = (records: readonly ConfiguredRecord[]) => ({
  format: 1,
  owner,
  adopt: true,
  prune: false,
  records,
})
