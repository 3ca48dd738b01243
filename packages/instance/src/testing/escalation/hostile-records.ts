import { settingClass } from '@millwright/contract/access/authority'
import type { ConfigField, ConfigFields } from '@millwright/contract/service-config/config-field'
import { allVerbs } from '@millwright/contract/verbs'
import fc from 'fast-check'
import { canRun } from '../../gateway/service-kind.ts'
import { createServiceKinds } from '../../service-kinds.ts'
import { dereferenced, isJson, type Json } from '../openapi/described-operations.ts'
import type { HostileValues } from './hostile-values.ts'

type Members = Readonly<Record<string, unknown>>

/** New records have the members that make them valid, changed ones a few of any. */
type Purpose = 'new' | 'changed'

export const someOf = <T>(all: readonly T[], most: number) =>
  fc.subarray([...all], { maxLength: Math.min(most, all.length) })

/** Values by the schemas of documents, and by what types of services declare, of hostile parts. */
export function recordsFrom(values: HostileValues) {
  /** A record for a body that contains one, or a list of them. */
  function recordOf(document: Json, schema: Json, purpose: Purpose): fc.Arbitrary<Members> {
    const found = dereferenced(document, schema)
    const list = isJson(found.properties) ? dereferenced(document, found.properties.resource) : {}
    const item = dereferenced(document, list.items)
    return membersOf(document, isJson(item.properties) ? item : found, purpose, 1)
  }

  function anyValue(document: Json, schema: unknown, name: string, depth: number): fc.Arbitrary<unknown> {
    const found = dereferenced(document, schema)
    const options = [found.oneOf, found.anyOf].find(Array.isArray)
    if (options !== undefined)
      return fc.oneof(...options.map((option: unknown) => anyValue(document, option, name, depth)))
    if (Array.isArray(found.enum)) return fc.constantFrom(...found.enum)
    const [type] = [found.type].flat()
    if (type === 'boolean') return fc.boolean()
    if (type === 'integer' || type === 'number') return numberOf(name)
    if (type === 'array' && depth < 4)
      return fc.array(anyValue(document, found.items, name, depth + 1), { minLength: 1, maxLength: 2 })
    if (isJson(found.properties) && depth < 4) return membersOf(document, found, 'new', depth)
    if (type === 'string') return values.text(name)
    const text = values.text(name)
    return fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 2 }), fc.record({ name: text, email: text }))
  }

  const numberOf = (name: string) => {
    if (name.includes('mask')) return fc.constantFrom(1, 2, 3, 8, allVerbs)
    return name.endsWith('id') ? values.id : fc.oneof(fc.constantFrom(0, 1, 2), values.id)
  }

  function membersOf(document: Json, schema: Json, purpose: Purpose, depth: number): fc.Arbitrary<Members> {
    const known = isJson(schema.properties) ? schema.properties : {}
    const needed = new Set(Array.isArray(schema.required) ? schema.required.map(String) : [])
    const hasSettings = ['config', 'type', 'label'].every((name) => known[name] !== undefined)
    const writable = Object.keys(known).filter(
      (name) => dereferenced(document, known[name]).readOnly !== true && !(hasSettings && name === 'config'),
    )
    const valid = /^(?:resource|name|is_active|type|email|password)$/
    const always = purpose === 'changed' ? [] : writable.filter((name) => needed.has(name) || valid.test(name))
    const members = someOf(
      writable.filter((name) => !always.includes(name)),
      4,
    ).chain((chosen) =>
      fc.record(
        Object.fromEntries(
          [...always, ...chosen].map((name) => [
            name,
            name === 'is_active' ? fc.constant(true) : anyValue(document, known[name], name, depth + 1),
          ]),
        ),
      ),
    )
    if (!hasSettings || depth > 1) return members
    return fc.tuple(members, settings(purpose)).map(([given, set]) => ({ ...given, ...set }))
  }

  /** The type of a new service, and some of its settings. */
  function settings(purpose: Purpose): fc.Arbitrary<Members> {
    const kinds = createServiceKinds().all.filter((kind) => canRun(kind) && kind.config !== null)
    return fc.oneof(
      ...kinds.map(({ name, config }) => ({
        weight: confers(config ?? {}) ? 6 : 1,
        arbitrary: settingsIn(config ?? {}, purpose).map(
          (given): Members => (purpose === 'new' ? { label: 'Evil', type: name, config: given } : { config: given }),
        ),
      })),
    )
  }

  function settingsIn(fields: ConfigFields, purpose: Purpose): fc.Arbitrary<Members> {
    const needed = purpose === 'new' ? Object.keys(fields).filter((name) => fields[name]?.required) : []
    return someOf(Object.keys(fields), 4).chain((chosen) =>
      fc.record(
        Object.fromEntries(
          [...new Set([...needed, ...chosen])].flatMap((name) => {
            const field = fields[name]
            return field === undefined ? [] : [[name, settingOf(name, field)]]
          }),
        ),
      ),
    )
  }

  function settingOf(name: string, { type, items, values: fixed, source }: ConfigField): fc.Arbitrary<unknown> {
    if (fixed !== undefined) return fc.constantFrom(...fixed.map((choice) => choice.name))
    if (source !== undefined || type === 'integer') return name === 'port' ? values.text(name) : values.id
    if (type === 'boolean') return fc.boolean()
    if (type === 'verb_mask') return fc.constantFrom(1, allVerbs)
    if (type === 'object') {
      const spelled = fc.constantFrom('location', 'Location', 'PROXY', ' curlopt_proxy ', 'proxy', 'user')
      return fc.dictionary(spelled, values.text('url'), { maxKeys: 3 })
    }
    if (type !== 'array' && type !== 'multi_picklist') return values.text(name)
    const item = typeof items === 'object' ? settingsIn(items, 'new') : values.text(name)
    return fc.array(item, { minLength: 1, maxLength: 2 })
  }

  /** The members of a record of configuration. */
  const membersIn = (schema: Json): fc.Arbitrary<Members> => membersOf({}, schema, 'new', 1)

  return { recordOf, anyValue, membersIn }
}

function confers(fields: ConfigFields): boolean {
  const classes = Object.values(fields).map(({ authority }) => settingClass(authority))
  return classes.includes('runs later') || classes.includes('publishes')
}
