import type { ConfigField, ConfigFields } from '@millwright/contract/service-config/config-field'
import { type ConfigFiles, type ConfigSchemas, configFormat, type JsonSchema } from '@millwright/contract/wire/config'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import { type ConfigMember, type ConfigType, type MemberRows, namesOfMask } from './config-types.ts'
import { ownerForm } from './plan-or-apply.ts'

const dialect = 'http://json-schema.org/draft-07/schema#'

/** Stands for a value of any type. */
const placeholder: JsonSchema = { type: 'string', pattern: '\\$\\{(env|file):[^}]*\\}' }
/** A number is read as the text that it is written as. */
const text: JsonSchema = { type: ['string', 'number', 'null'] }
const orPlaceholder = (type: string): JsonSchema => ({ anyOf: [{ type: [type, 'null'] }, placeholder] })
const oneOf = (names: readonly unknown[]): JsonSchema => ({
  anyOf: [{ enum: [...new Set([...names, null])] }, placeholder],
})

/** JSON Schemas of the files of a folder, for editors: what a file may have, but not what it must, as an overlay has only a part. */
export function fileSchemas(types: ReadonlyMap<string, ConfigType>): ConfigSchemas {
  const files = [...types.values()].map((type) => ({
    type: type.name,
    schema: schemaOfFile(type.files, recordOf(type)),
  }))
  const manifest = {
    $schema: dialect,
    title: 'Folder of configuration',
    ...closed({
      format: { const: configFormat, title: 'Format' },
      owner: { type: 'string', title: 'Owner of the records', pattern: ownerForm.source },
    }),
    required: ['format'],
  }
  return { format: configFormat, manifest, files }
}

function schemaOfFile(files: ConfigFiles, record: JsonSchema): JsonSchema {
  if ('folder' in files) return { $schema: dialect, ...record }
  return { $schema: dialect, type: ['object', 'null'], additionalProperties: record }
}

/** Members that may be there, and no others. */
const closed = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: ['object', 'null'],
  properties,
  additionalProperties: false,
})

function recordOf({ name, type, members, rows, kinds }: ConfigType): JsonSchema {
  const { label, description } = type.declaration
  const properties = {
    ...propertiesOf(members),
    ...Object.fromEntries(rows.map((each) => [each.part.as, listOf(each)])),
  }
  const described = { title: label, ...(description !== '' && { description }) }
  if (name !== 'service') return { ...described, ...closed(properties) }
  return {
    ...described,
    ...closed({ ...properties, type: { title: 'Type', ...oneOf(kinds.all.map((kind) => kind.name)) } }),
    allOf: kinds.all.map((kind) => settingsIf(kind)),
  }
}

/** The settings depend on the type of the service. */
function settingsIf({ name, config }: ServiceKinds['all'][number]): JsonSchema {
  return {
    if: { properties: { type: { const: name } }, required: ['type'] },
    // biome-ignore lint/suspicious/noThenProperty: that is the keyword
    then: { properties: { config: closed(settingsOf(config ?? {})) } },
  }
}

function listOf({ part, members }: MemberRows): JsonSchema {
  const row = closed(propertiesOf(members))
  return part.single ? row : { type: ['array', 'null'], items: row }
}

function propertiesOf(members: readonly ConfigMember[]): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    members.map((member) => [member.name, { ...annotations(member.column.field), ...schemaOfMember(member) }]),
  )
}

function schemaOfMember({ column: { field, merges }, to }: ConfigMember): JsonSchema {
  if (to !== null) return { type: ['string', 'null'], description: `Name of a record of system/${to}.` }
  if (merges) return { type: ['object', 'null'] }
  if (field.mask !== undefined) return { type: ['array', 'null'], items: { enum: namesOfMask(field.mask) } }
  switch (field.type) {
    case 'boolean':
      return orPlaceholder('boolean')
    case 'id':
    case 'integer':
      return orPlaceholder('integer')
    case 'json':
      return {}
    case 'string':
    case 'text':
    case 'datetime':
      return text
  }
}

const settingsOf = (fields: ConfigFields): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...annotations(field), ...schemaOfSetting(field) }]),
  )

function schemaOfSetting({ type, values, source, items }: ConfigField): JsonSchema {
  switch (type) {
    case 'boolean':
      return orPlaceholder('boolean')
    case 'integer':
    case 'verb_mask':
      return orPlaceholder('integer')
    case 'picklist':
      return source === undefined ? oneOf((values ?? []).map(({ name }) => name)) : { type: ['string', 'null'] }
    case 'multi_picklist':
      return { type: ['array', 'null'], items: oneOf((values ?? []).map(({ name }) => name)) }
    case 'array':
      return {
        type: ['array', 'null'],
        items: items === undefined || items === 'string' ? text : closed(settingsOf(items)),
      }
    case 'object':
      return { type: ['object', 'null'] }
    case 'string':
    case 'text':
    case 'password':
    case 'event_picklist':
    case 'file_certificate':
      return text
  }
}

interface Described {
  readonly label?: string
  readonly description?: string
  readonly default?: unknown
}

const annotations = ({ label, description, default: fallback }: Described): JsonSchema => ({
  ...(label !== undefined && { title: label }),
  ...(description !== undefined && { description }),
  ...(fallback !== undefined && { default: fallback }),
})
