/** A JSON Schema 2020-12, as used by OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>

export type Ref = { readonly $ref: string }

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly style?: string
  readonly explode?: boolean
  readonly schema: Schema
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly (Parameter | Ref)[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, object>>
}

/** Operations by lower-case verb and what they share; in stored definitions, whatever they contain. */
export type PathItem = Readonly<Record<string, unknown>>

/** The supported parts of `components`. */
export type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** A service's description of its API, from which OpenAPI documents are built. */
export interface ApiDescription {
  /** Below the service: `/`, `/_table/{table_name}`. */
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: Components
  /** Schemas visible only to callers who may use some part of the service: that part's path, by schema name. */
  readonly guarded?: ReadonlyMap<string, string>
  /** Whether placeholders stand for paths of any depth, so that a rule for any part of a path allows its operations. */
  readonly anyDepth?: true
  /** Overrides the service's own `info`, if there is a stored definition. */
  readonly info?: Readonly<Record<string, unknown>>
}

export const operationVerbs = ['get', 'post', 'put', 'patch', 'delete'] as const

export function schemaRef(name: string): Ref {
  return { $ref: `#/components/schemas/${name}` }
}
