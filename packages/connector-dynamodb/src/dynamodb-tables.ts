import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type Content, type DynamodbClient, isRefusal } from './dynamodb-client.ts'
import type { TableKey } from './dynamodb-values.ts'

type Keys = readonly [TableKey, ...TableKey[]]

export const missingTable = (name: string) =>
  new Problem(404, `Table '${name.slice(0, 100)}' does not exist in the database.`)

const tableName = /^[A-Za-z0-9_.-]{3,255}$/
/** Milliseconds that the keys of a table are kept, and that is waited for a table to be made or dropped, at most. */
const lasting = { keys: 60_000, change: 25_000, poll: 200 }

/** The tables of one account and region. */
export class DynamodbTables {
  readonly #client: DynamodbClient
  readonly #known = new Map<string, { readonly keys: Keys; readonly until: number }>()

  constructor(client: DynamodbClient) {
    this.#client = client
  }

  async names(): Promise<string[]> {
    const names: string[] = []
    let start: unknown
    do {
      const params: Content = start === undefined ? {} : { ExclusiveStartTableName: start }
      const { TableNames, LastEvaluatedTableName: last }: Content = await this.#client.act('ListTables', params)
      if (!Array.isArray(TableNames)) throw this.#client.unavailable()
      names.push(...TableNames.map(String))
      start = last === start ? undefined : last
    } while (start !== undefined)
    return names.sort()
  }

  /** The hash key of a table, and its range key if it has one. Throws a 404 if the table does not exist. */
  async keys(name: string): Promise<Keys> {
    const known = this.#known.get(name)
    if (known !== undefined && known.until > Date.now()) return known.keys
    const table = await this.#described(name)
    if (table === null) throw missingTable(name)
    const types = new Map(recordsIn(table.AttributeDefinitions).map((each) => [each.AttributeName, each.AttributeType]))
    const keys = recordsIn(table.KeySchema)
      .toSorted((one, other) => (String(one.KeyType) < String(other.KeyType) ? -1 : 1))
      .map(({ AttributeName: key }): TableKey => ({ name: String(key), type: keyType(types.get(key)) }))
    const [hash, ...range] = keys
    if (hash === undefined) throw this.#client.unavailable()
    const whole: Keys = [hash, ...range]
    this.#known.set(name, { keys: whole, until: Date.now() + lasting.keys })
    return whole
  }

  /** Creates a table and waits until it can be used. Throws a 400 if it exists, or for keys that cannot be. */
  async create(name: string, declared: Content): Promise<void> {
    if (!tableName.test(name)) {
      throw new Problem(400, 'The name of a table of DynamoDB has 3 to 255 letters, digits and _ . -')
    }
    const keys = declaredKeys(declared)
    const native = isRecord(declared.native) ? declared.native : {}
    const provisioned = isRecord(native.ProvisionedThroughput) ? native.ProvisionedThroughput : null
    try {
      await this.#client.act('CreateTable', {
        TableName: name,
        AttributeDefinitions: keys.map((key) => ({ AttributeName: key.name, AttributeType: key.type })),
        KeySchema: keys.map((key, at) => ({ AttributeName: key.name, KeyType: at === 0 ? 'HASH' : 'RANGE' })),
        ...(provisioned === null
          ? { BillingMode: 'PAY_PER_REQUEST' }
          : {
              ProvisionedThroughput: {
                ...units(provisioned, 'ReadCapacityUnits'),
                ...units(provisioned, 'WriteCapacityUnits'),
              },
            }),
      })
    } catch (error) {
      if (!isRefusal(error, 'ResourceInUseException')) throw error
      throw new Problem(400, 'A collection with this name already exists.')
    }
    await this.#until(name, (table) => table?.TableStatus === 'ACTIVE')
  }

  /** Deletes a table and waits until it is gone. `false` if it did not exist. */
  async drop(name: string): Promise<boolean> {
    this.#known.delete(name)
    if (!tableName.test(name)) return false
    try {
      await this.#client.act('DeleteTable', { TableName: name })
    } catch (error) {
      if (isRefusal(error, 'ResourceNotFoundException')) return false
      throw error
    }
    await this.#until(name, (table) => table === null)
    return true
  }

  /** Like `act` of the client, for a table that a 404 names if it does not exist. */
  async act(name: string, action: string, body: Content): Promise<Content> {
    try {
      return await this.#client.act(action, { TableName: name, ...body })
    } catch (error) {
      throw this.missing(name, error)
    }
  }

  /** The error, or a 404 for a table that does not exist. */
  missing(name: string, error: unknown): unknown {
    if (!isRefusal(error, 'ResourceNotFoundException')) return error
    this.#known.delete(name)
    return missingTable(name)
  }

  async #described(name: string): Promise<Content | null> {
    if (!tableName.test(name)) return null
    try {
      const { Table } = await this.#client.act('DescribeTable', { TableName: name })
      if (isRecord(Table)) return Table
    } catch (error) {
      if (isRefusal(error, 'ResourceNotFoundException')) return null
      throw error
    }
    throw this.#client.unavailable()
  }

  async #until(name: string, isDone: (table: Content | null) => boolean): Promise<void> {
    const until = Date.now() + lasting.change
    while (!isDone(await this.#described(name))) {
      if (Date.now() > until)
        throw new Problem(503, `The change of the table '${name}' takes longer than usual, and goes on.`)
      await pause(lasting.poll)
    }
  }
}

const recordsIn = (list: unknown): Content[] => (Array.isArray(list) ? list.filter(isRecord) : [])

function keyType(value: unknown): TableKey['type'] {
  return value === 'N' || value === 'B' ? value : 'S'
}

const numeric = new Set(['integer', 'float', 'double', 'decimal', 'number', 'N'])

/** The keys in `field`, of which the first is the hash key, or in `native` as DynamoDB has them; `id` without either. */
function declaredKeys({ field, native }: Content): readonly TableKey[] {
  const own = isRecord(native) ? native : {}
  const types = new Map(recordsIn(own.AttributeDefinitions).map((each) => [each.AttributeName, each.AttributeType]))
  const ofNative = recordsIn(own.KeySchema)
    .toSorted((one, other) => (String(one.KeyType) < String(other.KeyType) ? -1 : 1))
    .map(({ AttributeName: key }) => ({ name: key, type: keyType(types.get(key)) }))
  const ofFields = recordsIn(field)
    .filter((each) => each.is_primary_key === true)
    .map(({ name, type }) => ({ name, type: numeric.has(String(type)) ? 'N' : type === 'binary' ? 'B' : 'S' }) as const)
  const keys = ofFields.length > 0 ? ofFields : ofNative
  if (keys.length === 0) return [{ name: 'id', type: 'S' }]
  return keys.map(({ name, type }) => {
    if (keys.length <= 2 && typeof name === 'string' && /^[^.$\0]{1,255}$/.test(name)) return { name, type }
    throw new Problem(400, 'A table of DynamoDB has one or two keys, whose names have no dots and no $.')
  })
}

function units(settings: Content, name: string) {
  const number = settings[name]
  if (typeof number === 'number' && Number.isInteger(number) && number > 0) return { [name]: number }
  throw new Problem(400, `'${name}' must be a whole number above 0.`)
}
