/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 has them. */
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

/** Its operations by verb in lower case, and what they share; of stored definitions, whatever these say. */
export type PathItem = Readonly<Record<string, unknown>>

/** The parts of `components` that descriptions have. */
export type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** What a service says of itself; documents are made of these. */
export interface ApiDescription {
  /** Below the service: `/`, `/_table/{table_name}`. */
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: Components
  /** Schemas that only those may see who may do anything with a part of the service: its address by the schema's name. */
  readonly guarded?: ReadonlyMap<string, string>
  /** Its placeholders stand for paths of any depth, so that rules about any part of it allow its operations. */
  readonly anyDepth?: true
  /** Instead of the service's own words, where somebody wrote a definition. */
  readonly info?: Readonly<Record<string, unknown>>
}

export const operationVerbs = ['get', 'post', 'put', 'patch', 'delete'] as const

export function schemaRef(name: string): Ref {
  return { $ref: `#/components/schemas/${name}` }
}
