import type { ParametersSchema, RequestSchema } from '@millwright/contract/records/execution-plan'
import { objectOf } from './members.ts'

export const parameterPlaces = ['path', 'query', 'header', 'body'] as const
export type ParameterPlace = (typeof parameterPlaces)[number]

export const parameterTypes = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const
export type ParameterType = (typeof parameterTypes)[number]

/** An input of an endpoint. */
export interface Parameter {
  readonly key: number
  readonly place: ParameterPlace
  readonly name: string
  readonly required: boolean
  /** Its JSON Schema, with the members that the form does not show. */
  readonly schema: ParametersSchema
}

/** The parameters that a `request_schema` declares, and those of the path that it does not. */
export function readParameters(schema: unknown, path: string): Parameter[] {
  const declared = parameterPlaces.flatMap((place) => {
    const { properties, required } = objectOf(objectOf(schema)[place])
    const needed = Array.isArray(required) ? required : []
    return Object.entries(objectOf(properties)).map(([name, each]) => ({
      place,
      name,
      required: place === 'path' || needed.includes(name),
      schema: objectOf(each),
    }))
  })
  return withPathParameters(
    declared.map((parameter, key) => ({ key, ...parameter })),
    path,
  )
}

/** The parameters with those that the path names, in its order, and without others of the path. */
export function withPathParameters(parameters: readonly Parameter[], path: string): Parameter[] {
  const others = parameters.filter(({ place }) => place !== 'path')
  const known = new Map(parameters.flatMap((each) => (each.place === 'path' ? [[each.name, each] as const] : [])))
  let key = nextKey(parameters)
  const own = pathNames(path).map(
    (name): Parameter =>
      known.get(name) ?? { key: key++, place: 'path', name, required: true, schema: { type: 'string' } },
  )
  return [...own, ...others]
}

/** The names in a path: `id` for `/customers/{id}/orders`. */
export function pathNames(path: string): string[] {
  const names = [...path.matchAll(/(?<=^|\/)\{([\w-]+)\}(?=\/|$)/g)].map(([, name = '']) => name)
  return [...new Set(names)]
}

export function withParameter(parameters: readonly Parameter[], added: Omit<Parameter, 'key'>): Parameter[] {
  if (parameters.some(({ place, name }) => place === added.place && name === added.name && name !== ''))
    return [...parameters]
  return [...parameters, { key: nextKey(parameters), ...added }]
}

/**
 * The `request_schema` with these parameters. Members of `stored` that the form does not show are kept; `null` if nothing is declared, so
 * that every placeholder is a text.
 */
export function writeParameters(parameters: readonly Parameter[], stored: unknown): RequestSchema | null {
  const before = objectOf(stored)
  const places = parameterPlaces.flatMap((place) => {
    const own = parameters.filter((parameter) => parameter.place === place && parameter.name !== '')
    if (own.length === 0) return []
    const required = own.filter((parameter) => parameter.required).map(({ name }) => name)
    const { properties: _properties, required: _required, ...kept } = objectOf(before[place])
    return [
      [
        place,
        {
          type: 'object',
          ...kept,
          properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
          ...(required.length > 0 && { required }),
        },
      ] as const,
    ]
  })
  const others = Object.entries(before).filter(([name]) => !(parameterPlaces as readonly string[]).includes(name))
  const all = [...others, ...places]
  return all.length === 0 ? null : Object.fromEntries(all)
}

export function typeOf({ schema }: Pick<Parameter, 'schema'>): ParameterType {
  return parameterTypes.find((type) => type === schema.type) ?? 'string'
}

function nextKey(parameters: readonly Parameter[]): number {
  return Math.max(-1, ...parameters.map(({ key }) => key)) + 1
}
