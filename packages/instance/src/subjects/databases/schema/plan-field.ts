import { Problem } from '@millwright/contract/problem'
import type { RawColumn, RawForeignKey, TableName } from '../../../engines/catalog.ts'
import type { Engine } from '../../../engines/engine.ts'
import { type ColumnDefinition, isAltered } from '../../../engines/schema-change.ts'
import type { DescribedField } from '../../../records/described-table.ts'
import { typeFoundFor } from './describe-field.ts'
import { desiredColumn } from './desired-column.ts'
import { type FieldDraft, merged } from './drafts.ts'
import { type FieldExtras, noFieldExtras } from './extras.ts'
import { labelOf } from './labels.ts'
import { type KeyChanges, keyChanges, wantsReference } from './plan-keys.ts'
import type { PresentTable } from './present-table.ts'

/** Where a reference leads; the column is null while its table is not there yet. */
export interface Target {
  readonly key: Pick<RawForeignKey, 'target' | 'targetColumns'>
  readonly column: RawColumn | null
}

export interface FieldSubject {
  readonly engine: Engine
  readonly table: TableName
  readonly present: PresentTable | null
  /** Refuses with 400 a reference that leads nowhere. */
  readonly findTarget: (draft: FieldDraft) => Target
}

/** What has to be done for one field that is a column. */
export interface PlannedField {
  readonly definition: ColumnDefinition
  readonly isNew: boolean
  readonly isAltered: boolean
  readonly isPrimaryKey: boolean
  readonly keys: KeyChanges
  readonly extras: FieldExtras
}

/** `field`: as it is now; undefined: it is new. */
export function planField(subject: FieldSubject, draft: FieldDraft, field: DescribedField | undefined): PlannedField {
  const { engine, table, present, findTarget } = subject
  const raw = field === undefined ? undefined : present?.raw.columns.find(({ name }) => name === field.name)
  const target = wantsReference(draft, field ?? null) ? findTarget(withReference(draft, field)) : null
  const before = field === undefined || raw === undefined ? null : { raw, field }
  const { definition, chosen } = desiredColumn(engine, draft, before, target?.column ?? null)
  const wantsKey =
    draft.isPrimaryKey ?? (field?.isPrimaryKey === true || (definition.autoIncrement && field === undefined))
  if (field?.isPrimaryKey === true && !wantsKey) throw keyStays(field.name)
  const isPrimaryKey = wantsKey || isIdType(chosen)
  const altered = raw !== undefined && isAltered(raw, definition)
  if (altered && raw.generated)
    throw new Problem(400, `The field '${raw.name}' is computed by the database and stays as it is.`)
  return {
    definition: isPrimaryKey ? { ...definition, nullable: false } : definition,
    isNew: raw === undefined,
    isAltered: altered,
    isPrimaryKey,
    keys: keyChanges(table, present?.raw ?? null, field ?? null, draft, target?.key ?? null),
    extras: {
      ...fieldExtrasOf(subject, draft, field),
      type: kindToKeep(engine, chosen),
      isVirtual: false,
      isAggregate: false,
    },
  }
}

/** The extras of a field that only its functions make. */
export function virtualExtras(
  subject: Pick<FieldSubject, 'present'>,
  draft: FieldDraft,
  field: DescribedField | undefined,
): FieldExtras {
  if (field?.isVirtual === false)
    throw new Problem(400, `The field '${field.name}' is a column and cannot become virtual.`)
  const extras = fieldExtrasOf(subject, draft, field)
  const uses = (extras.dbFunctions ?? []).flatMap(({ use }) => use)
  if (!uses.includes('SELECT') && !uses.includes('FILTER')) {
    throw new Problem(400, `The virtual field '${draft.name}' needs a 'db_function' that is used in SELECT or FILTER.`)
  }
  const type = draft.type?.trim().toLowerCase() ?? field?.type ?? 'string'
  return { ...extras, type, isVirtual: true }
}

/** Whether a draft is of a virtual field; one that is virtual stays so unless it is sent otherwise, which is refused. */
export function isVirtualField(draft: FieldDraft, field: DescribedField | undefined): boolean {
  const wanted = draft.extras.isVirtual
  if (field?.isVirtual === true && wanted === false) {
    throw new Problem(400, `The field '${field.name}' is virtual and cannot become a column.`)
  }
  return wanted ?? field?.isVirtual ?? false
}

function fieldExtrasOf(
  { present }: Pick<FieldSubject, 'present'>,
  draft: FieldDraft,
  field: DescribedField | undefined,
): FieldExtras {
  const before = (field === undefined ? undefined : present?.fieldExtras.get(field.name)) ?? noFieldExtras
  const after = merged(before, { ...draft.extras, type: undefined })
  return after.label === labelOf(field?.name ?? draft.name) ? { ...after, label: null } : after
}

/** Parts of a reference that were not sent are as they are. */
function withReference(draft: FieldDraft, field: DescribedField | undefined): FieldDraft {
  if (draft.refTable !== undefined && draft.refTable !== null) return draft
  if (field === undefined || field.refTable === null) return draft
  return { ...draft, refTable: field.refTable, refField: draft.refField ?? field.refField }
}

/** Types that the column itself tells are not kept beside it. */
function kindToKeep(engine: Engine, chosen: string | null): string | null {
  if (chosen === null || isIdType(chosen) || chosen === 'reference') return null
  return typeFoundFor(engine, chosen) === chosen ? null : chosen
}

function isIdType(type: string | null): boolean {
  return type !== null && /^(big|medium|small)?id$/.test(type)
}

function keyStays(name: string): Problem {
  return new Problem(400, `The field '${name}' is of the primary key, which cannot be changed.`)
}
