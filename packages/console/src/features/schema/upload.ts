import { parseJson } from '../../widgets/code/code-editor/json-text.ts'
import { schemaMessages } from './messages.ts'

export type Upload =
  | { readonly tables: readonly object[]; readonly names: readonly string[] }
  /** `message` has the wording that users know; `why` has the details. */
  | { readonly message: string; readonly why: string }

/** The initial text of an upload. */
export const sampleUpload = `{
  "resource": [
    {
      "name": "todo",
      "label": "Todo",
      "plural": "Todos",
      "alias": null,
      "field": [
        {
          "name": "id",
          "label": "Id",
          "type": "id"
        },
        {
          "name": "name",
          "label": "Name",
          "type": "string",
          "size": 80,
          "allow_null": false
        },
        {
          "name": "complete",
          "label": "Complete",
          "type": "boolean",
          "default": false
        }
      ]
    }
  ]
}`

/** Reads the tables of a text: under `resource`, in a list, or one alone. `taken`: names in use. */
export function readUpload(text: string, taken: readonly string[]): Upload {
  const invalid = (why: string) => ({ message: schemaMessages.uploadNotJson, why })
  const parsed = parseJson(text)
  if (!parsed.ok) return invalid(parsed.why)
  const tables = tablesOf(parsed.value)
  if (tables === null || tables.length === 0) return invalid(schemaMessages.importShapeInvalid)
  const names: string[] = []
  for (const [index, table] of tables.entries()) {
    const name = nameOf(table)
    if (name === null) return invalid(schemaMessages.importTableUnnamed({ place: index + 1 }))
    const fields = fieldsOf(table)
    if (fields === null) return invalid(schemaMessages.importFieldsMissing({ table: name }))
    const nameless = fields.findIndex((field) => nameOf(field) === null)
    if (nameless >= 0) return invalid(schemaMessages.importFieldUnnamed({ place: nameless + 1, table: name }))
    names.push(name)
  }
  const used = names.find((name, index) => taken.includes(name) || names.indexOf(name) !== index)
  if (used !== undefined) return { message: schemaMessages.uploadExists, why: schemaMessages.itIs({ name: used }) }
  return { tables: tables.filter((table) => typeof table === 'object' && table !== null), names }
}

/** Names that a server did not create although it accepted the upload. Lists omit the default schema from names. */
export function missingTables(
  names: readonly string[],
  there: readonly { readonly name: string }[],
): readonly string[] {
  const known = new Set(there.map(({ name }) => name.toLowerCase()))
  return names.filter((name) => {
    const wanted = name.toLowerCase()
    return !known.has(wanted) && !known.has(wanted.slice(wanted.lastIndexOf('.') + 1))
  })
}

function tablesOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return null
  if ('resource' in value) return Array.isArray(value.resource) ? value.resource : null
  return 'name' in value ? [value] : null
}

function nameOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('name' in value)) return null
  return typeof value.name === 'string' && value.name.trim() !== '' ? value.name : null
}

function fieldsOf(table: unknown): readonly unknown[] | null {
  if (typeof table !== 'object' || table === null || !('field' in table)) return null
  return Array.isArray(table.field) && table.field.length > 0 ? table.field : null
}
