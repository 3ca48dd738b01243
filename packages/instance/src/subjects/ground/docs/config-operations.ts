import { type Describe, members, operation, queryParameter, type Schema } from '@millwright/connector/openapi'
import { configFormat } from '@millwright/contract/wire/config'

const text: Schema = { type: 'string' }
const textOrNull: Schema = { type: ['string', 'null'] }
const flag: Schema = { type: 'boolean' }
const object: Schema = { type: 'object' }
const format: Schema = { type: 'integer', enum: [configFormat] }
const list = (items: Schema): Schema => ({ type: 'array', items })

const difference = members({ field: text, from: {}, to: {} })
const named = { type: text, name: text } as const
const actions: Schema = { type: 'string', enum: ['create', 'change', 'adopt', 'release', 'delete'] }
const change = members({
  action: actions,
  ...named,
  file: text,
  differences: list(difference),
  dependents: list(object),
  requests_30d: { type: 'integer' },
  destroys: flag,
})
const exported = members({ ...named, values: object, secrets: list(text), owner: textOrNull })
const drifted = members({ ...named, owner: text, file: textOrNull, action: actions, differences: list(difference) })

/** Configuration as records for files (docs/wire/config.md). */
export const configOperations: Describe = (below, of) => ({
  [below]: {
    get: operation(`get${of}Config`, 'Read the configuration', {
      answer: members({ format, records: list(exported) }),
    }),
    post: operation(`apply${of}Config`, 'Plan or apply configuration', {
      parameters: [
        queryParameter('plan', 'Returns what would be changed, without changes.', flag),
        queryParameter('drift', 'Like plan; placeholders stand for any value.', flag),
      ],
      body: members(
        {
          format,
          owner: text,
          adopt: flag,
          prune: flag,
          allow_destroy: flag,
          plan: text,
          records: list(members({ ...named, values: object, file: text }, 'type', 'name')),
        },
        'format',
        'owner',
        'records',
      ),
      answer: members({
        owner: text,
        plan: text,
        applied: flag,
        changes: list(change),
        unchanged: { type: 'integer' },
      }),
    }),
  },
  [`${below}/drift`]: {
    get: operation(`get${of}ConfigDrift`, 'List managed records that differ from the last apply', {
      answer: members({ records: list(drifted) }),
    }),
  },
  [`${below}/managed`]: {
    get: operation(`get${of}ManagedRecords`, 'List the records that folders manage', {
      parameters: [queryParameter('type', 'Lists those of one type.', text)],
      answer: members({ locked: flag, records: list(members({ ...named, owner: text, file: textOrNull })) }),
    }),
  },
  [`${below}/text`]: {
    get: operation(`get${of}ConfigText`, 'Read the files of a record, as an export would write them', {
      parameters: [queryParameter('type', 'The type of the record.', text), queryParameter('name', 'Its name.', text)],
      answer: members({ files: list(members({ path: text, text })) }),
    }),
  },
  [`${below}/layout`]: {
    get: operation(`get${of}ConfigLayout`, 'Read where folders have the records of each type', {
      answer: members({ format, types: list(members({ type: text, files: object })) }),
    }),
  },
  [`${below}/schema`]: {
    get: operation(`get${of}ConfigSchema`, 'Read JSON Schemas of the files of a folder', {
      answer: members({ format, manifest: object, files: list(members({ type: text, schema: object })) }),
    }),
  },
})

const counts = members({ services: { type: 'integer' }, roles: { type: 'integer' }, apps: { type: 'integer' } })
const packaged = { services: list(object), roles: list(object), apps: list(object) } as const

/** Services, roles and apps for exchange (docs/wire/packages.md). */
export const configPackageOperations: Describe = (below, of) => ({
  [below]: {
    get: operation(`get${of}ConfigPackage`, 'Export services, roles and apps', {
      answer: members({ format: text, exported_at: text, ...packaged, secrets_missing: list(object) }),
    }),
    post: operation(`import${of}ConfigPackage`, 'Import services, roles and apps', {
      parameters: [
        queryParameter('overwrite', 'Changes records that exist instead of skipping them.', flag),
        queryParameter('dry_run', 'Returns what an import would do, without changes.', flag),
        queryParameter('partial', 'Imports the others if records are refused.', flag),
      ],
      body: members({ format: text, ...packaged, manifest: object }),
      answer: members({ success: flag, created: counts, updated: counts, skipped: counts, errors: list(text) }),
    }),
  },
})
