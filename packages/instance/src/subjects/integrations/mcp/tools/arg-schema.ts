/** The arguments of a tool, in the subset of JSON Schema that `readArgs` supports. */
export type ArgSchema = {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'
  readonly description?: string
  readonly enum?: string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: ArgSchema
  readonly properties?: ArgFields
  readonly required?: string[]
}

export type ArgFields = { readonly [name: string]: ArgSchema }

/** An object with exactly these properties. */
export type ArgsSchema = ArgSchema & {
  readonly type: 'object'
  readonly properties: ArgFields
  readonly required: string[]
  readonly additionalProperties: false
}

export function argsSchema(properties: ArgFields, required: string[] = []): ArgsSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

const words =
  (type: ArgSchema['type']) =>
  (description?: string, more: Omit<ArgSchema, 'type' | 'description'> = {}): ArgSchema => ({
    type,
    ...(description === undefined ? {} : { description }),
    ...more,
  })

export const text = words('string')
export const whole = words('integer')
export const truth = words('boolean')
export const object = words('object')

export const listOf = (items: ArgSchema, description?: string): ArgSchema => ({
  type: 'array',
  ...(description === undefined ? {} : { description }),
  items,
})
