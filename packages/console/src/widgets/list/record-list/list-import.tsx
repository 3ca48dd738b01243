import { appFields } from '@millwright/contract/records/app'
import type { Field, Fields } from '@millwright/contract/records/field'
import { lookupFields } from '@millwright/contract/records/lookup'
import { adminFields, appRoleFields, userFields } from '@millwright/contract/records/person'
import { roleFields, roleServiceAccessFields } from '@millwright/contract/records/role'
import { serviceDocFields, serviceFields } from '@millwright/contract/records/service'
import { stringifyExact } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import { useState } from 'react'
import { InstanceError } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { formatBytes } from '../../../language/byte-words.ts'
import { ImportDialog } from '../../transfer/import/import-dialog.tsx'
import type {
  FieldReading,
  ImportField,
  ImportPlan,
  ImportRecord,
  ImportTarget,
} from '../../transfer/import/import-target.ts'
import { t as importMessages } from '../../transfer/import/messages.ts'
import { fieldReader } from '../../transfer/import/read-field.ts'
import { StoredCheck, type StoredQuestion } from '../../transfer/import/stored-check.ts'
import { t } from './opened/messages.ts'

interface ListImportProps {
  /** Path below `system/`. */
  collection: string
  one: string
  many: string
  onClose: () => void
  onImported: (all: boolean) => void
}

/** The import of a list. */
export function ListImport({ collection, one, many, onClose, onImported }: ListImportProps) {
  const [target] = useState(() => collectionTarget(collection, one, many))
  return <ImportDialog target={target} onImported={onImported} onClose={onClose} />
}

interface Relation {
  readonly name: string
  /** Whether it is a list. */
  readonly many: boolean
  readonly fields: Fields
}

const list = (name: string, fields: Fields): Relation => ({ name, many: true, fields })
const roles = list('user_to_app_to_role_by_user_id', appRoleFields)
const lookups = list('lookup_by_user_id', lookupFields)

interface Importable {
  readonly fields: Fields
  /** Relations that the file may contain as JSON. */
  readonly relations: readonly Relation[]
}

const importable: Readonly<Record<string, Importable>> = {
  admin: { fields: adminFields, relations: [lookups] },
  user: { fields: userFields, relations: [lookups, roles] },
  role: {
    fields: roleFields,
    relations: [
      list('role_service_access_by_role_id', roleServiceAccessFields),
      list('lookup_by_role_id', lookupFields),
    ],
  },
  app: { fields: appFields, relations: [] },
  service: {
    fields: serviceFields,
    relations: [{ name: 'service_doc_by_service_id', many: false, fields: serviceDocFields }],
  },
}

/** A system resource as the target of an import. */
function collectionTarget(collection: string, one: string, many: string): ImportTarget {
  const { fields, relations } = importable[collection] ?? { fields: {}, relations: [] }
  return {
    title: t.importMany({ many }),
    one,
    many,
    fields: [...Object.entries(fields).flatMap(importField), ...relations.map(relationField)],
    key: ['id'],
    empty: 'left-out',
    keep: 'all',
    mostTogether: null,
    look: (plan, unit) => new StoredCheck(questionsOf(collection, many, plan), plan, unit),
    write: async ({ records, mode, keep, signal, onSent }) => {
      const params = keep === 'all' ? { rollback: true, continue: true } : { continue: true }
      const body = stringifyExact({ resource: records })
      const headers = { 'Content-Type': 'application/json;charset=utf-8' }
      const verb = mode === 'create' ? 'POST' : 'PATCH'
      try {
        await send({ verb, path: `system/${collection}`, params, headers, body, signal, onSent })
      } catch (error) {
        throw tooLarge(error, body.length)
      }
    },
  }
}

/** Must be unique but is not checked: keys must not appear in URLs, which are logged elsewhere. */
const keyField = 'api_key'

/** The checks for a plan: whether records to update exist, and whether unique values are new. */
function questionsOf(collection: string, where: string, { mapping, mode }: ImportPlan): readonly StoredQuestion[] {
  const fields: Fields = importable[collection]?.fields ?? {}
  const read: StoredQuestion['read'] = async (params, signal) => {
    const call = { verb: 'GET', path: `system/${collection}`, params: { ...params }, signal } as const
    const { data } = await send<{ resource?: ImportRecord[] }>(call)
    return data?.resource ?? []
  }
  return Object.entries(fields).flatMap(([name, field]) => {
    const finds = field.type === 'id' && mode === 'update'
    if (!mapping.includes(name) || name === keyField || !(finds || field.unique)) return []
    const label = labelOf(name, field)
    const words = finds ? importMessages.matchedByHelp({ fields: label }) : importMessages.isUnique({ fields: label })
    const wants = finds ? 'present' : 'new'
    return [{ wants, names: [name], label, stored: [name], ownRows: false, words, where, read }]
  })
}

/** Suggests a remedy if the file does not fit into one request. */
function tooLarge(error: unknown, length: number): unknown {
  if (!(error instanceof InstanceError) || error.status !== 413) return error
  return new InstanceError(t.tooLarge({ size: formatBytes(length) }), { status: 413 })
}

function importField([name, field]: [string, Field]): ImportField[] {
  const isKey = field.type === 'id'
  if (field.mode === 'readOnly' && !isKey) return []
  const nullable = field.nullable !== false
  return [
    {
      name,
      label: labelOf(name, field),
      hint: field.type,
      required: field.required ?? false,
      none: nullable ? 'null' : 'left-out',
      emptyIsNull: nullable,
      ...(isKey && { updateOnly: true }),
      read: fieldReader({ type: field.type, max: field.cut ? null : (field.max ?? null) }),
    },
  ]
}

function labelOf(name: string, field: Field): string {
  return field.label ?? (field.type === 'id' ? 'ID' : name)
}

function relationField(relation: Relation): ImportField {
  const { name } = relation
  const read = fieldReader({ type: 'json', max: null })
  return {
    name,
    label: name,
    hint: 'json',
    required: false,
    none: 'left-out',
    emptyIsNull: false,
    read: (text) => {
      const reading = read(text)
      return 'value' in reading ? relatedReading(reading.value, relation) : reading
    },
  }
}

/** XML does not distinguish a list of one from a single value, nor numbers and booleans from text: the fields determine the type. */
function relatedReading(value: unknown, { many, fields }: Relation): FieldReading {
  const rows: unknown[] = Array.isArray(value) ? value : [value]
  const read = rows.map((row) => (isRecord(row) ? rowReading(row, fields) : { value: row }))
  const refused = read.find((one) => 'problem' in one)
  if (refused) return refused
  const values = read.flatMap((one) => ('value' in one ? [one.value] : []))
  return { value: Array.isArray(value) || (many && isRecord(value)) ? values : values[0] }
}

function rowReading(row: Readonly<Record<string, unknown>>, fields: Fields): FieldReading {
  const typed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) {
    const reading = memberReading(value, fields[name])
    if ('problem' in reading) return { problem: `${name}: ${reading.problem}` }
    typed[name] = reading.value
  }
  return { value: typed }
}

function memberReading(value: unknown, field: Field | undefined): FieldReading {
  // JSON within a relation is always a list, as in the filters of role rules.
  if (field?.type === 'json') return { value: isRecord(value) ? [value] : value }
  // The instance checks the length, as it does for relations in JSON.
  return field && typeof value === 'string' ? fieldReader({ type: field.type, max: null })(value) : { value }
}
