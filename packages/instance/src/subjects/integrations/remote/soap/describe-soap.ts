import { type ApiDescription, type PathItem, type Schema, schemaRef } from '@millwright/connector/openapi/openapi'
import { listOf, members, operation, pascal, uniqueNames } from '@millwright/connector/openapi/operation'
import type { ComplexType, Member, SimpleType, ValueType } from './schema-types.ts'
import type { SoapDescription, SoapOperation } from './wsdl.ts'
import { localName } from './xml-element.ts'

const resources = listOf(members({ name: { type: 'string' } }, 'name'))

/** Describes each operation of a WSDL as a resource, and its types as schemas (docs/wire/soap.md). */
export function describeSoap(service: string, { operations }: SoapDescription): ApiDescription {
  const named = pascal(service)
  const types = createTypes()
  const operationName = uniqueNames()
  const paths: Record<string, PathItem> = {
    '/': { get: operation(`get${named}Resources`, 'List the operations', { answer: resources }) },
  }
  for (const each of operations.values()) {
    const { name, documentation } = each
    paths[`/${name}`] = {
      post: operation(operationName(`call${named}${pascal(name)}`), `Call ${name}`, {
        ...(documentation === '' ? {} : { description: documentation }),
        body: bodyOf(each, types),
        ...(each.output === null ? {} : { answer: answerOf(each.output, each, types) }),
      }),
    }
  }
  return { paths, components: { schemas: types.schemas } }
}

function bodyOf(each: SoapOperation, types: Types): Schema {
  const [only] = each.input
  if (each.wrapper !== null) return types.ofMembers(each.input)
  return only === undefined ? members({}) : types.of(only.type())
}

function answerOf(output: readonly Member[], { wrapper }: SoapOperation, types: Types): Schema {
  const [only] = output
  if (wrapper !== null || only === undefined) return types.ofMembers(output)
  const type = only.type()
  return type.kind === 'text' ? members({ [only.name]: types.of(type) }) : types.of(type)
}

interface Types {
  readonly schemas: Record<string, Schema>
  of(type: ValueType): Schema
  ofMembers(list: readonly Member[]): Schema
}

function createTypes(): Types {
  const schemas: Record<string, Schema> = {}
  const names = new Map<string, string>()
  const unique = uniqueNames()

  function of(type: ValueType): Schema {
    if (type.kind === 'text') return textSchema(type)
    if (type.name === null) return complexSchema(type)
    const known = names.get(type.name)
    if (known !== undefined) return schemaRef(known)
    const name = unique(pascal(localName(type.name)))
    names.set(type.name, name)
    schemas[name] = {}
    schemas[name] = complexSchema(type)
    return schemaRef(name)
  }

  function complexSchema({ members: list, attributes, text, open }: ComplexType): Schema {
    const schema = ofMembers(list)
    const further = Object.fromEntries(attributes.map(({ name, type }) => [name, textSchema(type)]))
    const properties = { ...further, ...(text === null ? {} : { _: textSchema(text) }), ...Object(schema.properties) }
    return { ...schema, properties, ...(open ? { additionalProperties: true } : {}) }
  }

  function ofMembers(list: readonly Member[]): Schema {
    const properties = Object.fromEntries(
      list.map((member) => {
        const schema = of(member.type())
        return [member.name, member.many ? { type: 'array', items: schema } : schema]
      }),
    )
    return members(properties, ...new Set(list.filter(({ required }) => required).map(({ name }) => name)))
  }

  return { schemas, of, ofMembers }
}

function textSchema({ of, format, choices }: SimpleType): Schema {
  return {
    type: of,
    ...(format === null ? {} : { format }),
    ...(choices.length === 0 ? {} : { enum: of === 'string' ? choices : choices.map(Number) }),
  }
}
