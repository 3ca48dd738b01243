import type { ServiceType } from '@millwright/contract/wire/service-type'
import type { ConfigField } from './config-field.ts'

/** Where the settings of a kind stand in its form. */
export interface ConfigParts {
  /** What nobody can do without. */
  readonly basic: readonly ConfigField[]
  readonly caching: readonly ConfigField[]
  /** What most leave as it is; folded away at first. */
  readonly advanced: readonly ConfigField[]
  /** The settings of a script and where its text is kept have a part of their own. */
  readonly script: boolean
  /** So has the upload of a spreadsheet. */
  readonly spreadsheet: boolean
}

/** What says where a database is and who comes, in the order in which people say it. */
const connection = ['host', 'port', 'database', 'schema', 'username', 'password', 'dsn']
const linking = new Set(['storage_service_id', 'storage_path', 'scm_repository', 'scm_reference'])
const databaseGroups = new Set(['Database', 'Big Data'])

export function configParts(type: ServiceType, fields: readonly ConfigField[]): ConfigParts {
  const has = (name: string) => fields.some((field) => field.name === name)
  const script = has('content') && has('storage_service_id')
  const spreadsheet = has('storage_container') && has('storage_service_id')
  const plain = fields.filter(({ name }) => {
    if (script && (name === 'content' || linking.has(name))) return false
    return !(spreadsheet && (name === 'storage_container' || name === 'storage_service_id'))
  })
  const parted = databaseGroups.has(type.group ?? '') && plain.some(({ name }) => connection.includes(name))
  if (!parted) return { basic: plain, caching: [], advanced: [], script, spreadsheet }
  const isCaching = ({ name }: ConfigField) => /cache|caching/.test(name)
  const isBasic = (field: ConfigField) =>
    !isCaching(field) && (field.required || (connection.includes(field.name) && !isOtherSchema(type, field)))
  return {
    basic: plain.filter(isBasic).sort((a, b) => placeOf(a) - placeOf(b)),
    caching: plain.filter(isCaching),
    advanced: plain.filter((field) => !isBasic(field) && !isCaching(field)),
    script,
    spreadsheet,
  }
}

function placeOf({ name }: ConfigField): number {
  const place = connection.indexOf(name)
  return place < 0 ? connection.length : place
}

/** Where a database and a schema are the same, the schema is rarely of interest. */
function isOtherSchema({ name }: ServiceType, field: ConfigField): boolean {
  return field.name === 'schema' && (name === 'mysql' || name === 'mariadb')
}
