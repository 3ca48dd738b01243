import {
  type DocumentedField,
  type DocumentedRelationship,
  type DriftChange,
  type DriftSeverity,
  type DriftSummary,
  driftSeverities,
  type TableDocument,
} from '@millwright/contract/wire/schema-contract'
import type { DescribedTable } from '../../../records/described-table.ts'
import type { SchemaSnapshot } from './contract-store.ts'
import { documentHash, tableDocument } from './table-document.ts'

/** A locked table compared with the current table of the database. */
export interface TableDrift {
  readonly snapshot: SchemaSnapshot
  readonly locked: TableDocument
  /** `null`: the table was deleted. */
  readonly candidate: TableDocument | null
  readonly changes: readonly DriftChange[]
  readonly summary: DriftSummary
}

export const documentOf = ({ schema }: Pick<SchemaSnapshot, 'schema'>): TableDocument => JSON.parse(schema)

/** Compares a locked table with the current one. `table`: `undefined` if it was deleted. */
export function driftOf(snapshot: SchemaSnapshot, table: DescribedTable | undefined): TableDrift {
  const locked = documentOf(snapshot)
  const candidate = table === undefined ? null : tableDocument(table)
  const isSame = candidate !== null && documentHash(candidate) === snapshot.schema_hash
  const changes = isSame ? [] : compareDocuments(locked, candidate)
  return { snapshot, locked, candidate, changes, summary: driftSummary(changes) }
}

/** Compares all locked tables of a service, by name. */
export function driftsOf(active: readonly SchemaSnapshot[], tables: readonly DescribedTable[]): readonly TableDrift[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  return active
    .toSorted((one, other) => (one.table_name < other.table_name ? -1 : 1))
    .map((snapshot) => driftOf(snapshot, byName.get(snapshot.table_name)))
}

/** Members of a comparison that report whether there is drift. */
export function driftFlags({ summary }: Pick<TableDrift, 'summary'>) {
  return { has_drift: summary.total_changes > 0, has_breaking: summary.breaking_count > 0, summary }
}

/** Counts the drift of a service. */
export function driftTotals(drifts: readonly TableDrift[]) {
  const summary = driftSummary(drifts.flatMap(({ changes }) => changes))
  return {
    ...driftFlags({ summary }),
    tables_with_drift: drifts.filter((each) => each.summary.total_changes > 0).length,
    tables_with_breaking: drifts.filter((each) => each.summary.breaking_count > 0).length,
  }
}

type Found = Omit<DriftChange, 'table'>
type Flag = 'auto_increment' | 'read_only' | 'required' | 'is_unique'

/** Name of the change, and its severity when the flag is set or cleared. */
const flags: Readonly<Record<Flag, readonly [name: string, added: DriftSeverity, removed: DriftSeverity]>> = {
  required: ['required', 'breaking', 'additive'],
  auto_increment: ['auto_increment', 'additive', 'breaking'],
  read_only: ['read_only', 'breaking', 'additive'],
  is_unique: ['unique', 'potentially_breaking', 'additive'],
}

/** Members of a field, with the kind and severity of their change. */
const members = [
  ['alias', 'alias_changed', 'breaking'],
  ['type', 'type_changed', 'breaking'],
  ['element_type', 'element_type_changed', 'breaking'],
  ['generated', 'generated_changed', 'breaking'],
  ['is_foreign_key', 'foreign_key_changed', 'breaking'],
  ['ref', 'ref_changed', 'breaking'],
  ['validation', 'validation_changed', 'potentially_breaking'],
  ['label', 'label_changed', 'cosmetic'],
  ['description', 'description_changed', 'cosmetic'],
] as const

const sizes = ['length', 'precision', 'scale'] as const

/**
 * Differences between a locked shape and the current one; `live` is `null` if the table was deleted. Kinds are listed in
 * docs/wire/schema-contracts.md.
 */
export function compareDocuments(locked: TableDocument, live: TableDocument | null): readonly DriftChange[] {
  const found =
    live === null ? [change('breaking', 'table.removed', '', locked.name, null)] : compareTables(locked, live)
  return found.map((each) => ({ ...each, table: locked.name }))
}

function compareTables(locked: TableDocument, live: TableDocument): readonly Found[] {
  const fields = pairs(locked.fields, live.fields)
  const relationships = pairs(locked.relationships, live.relationships)
  return [
    ...changed('breaking', 'table.type_changed', 'type', locked.type, live.type),
    ...changed('breaking', 'table.alias_changed', 'native.alias', locked.native.alias, live.native.alias),
    ...changed('breaking', 'primary_key.changed', 'primary_key', locked.primary_key, live.primary_key),
    ...changed('cosmetic', 'table.label_changed', 'label', locked.label, live.label),
    ...changed('cosmetic', 'table.description_changed', 'description', locked.description, live.description),
    ...fields.flatMap(([before, after]) => compareFields(before, after)),
    ...relationships.flatMap(([before, after]) => compareRelationships(before, after)),
  ]
}

function compareFields(locked: DocumentedField | null, live: DocumentedField | null): readonly Found[] {
  if (locked === null) return live === null ? [] : [addedField(live)]
  const path = `fields.${locked.name}`
  if (live === null) return [{ severity: 'breaking', kind: 'field.removed', path, detail: { old_field: locked } }]
  return [
    ...members.flatMap(([name, kind, severity]) =>
      changed(severity, `field.${kind}`, `${path}.${name}`, locked[name], live[name]),
    ),
    ...compareFlags(path, locked, live),
    ...compareNull(path, locked, live),
    ...sizes.flatMap((name) => compareSize(path, name, locked[name] ?? 0, live[name] ?? 0)),
    ...compareDefault(path, locked.default, live.default),
    ...compareChoices(path, locked.enum?.values ?? null, live.enum?.values ?? null),
  ]
}

/** A new field that is required breaks clients that do not send it. */
function addedField(field: DocumentedField): Found {
  const mustBeFilled = field.required && field.default === null && !field.auto_increment && !field.generated
  const severity = mustBeFilled ? 'breaking' : 'additive'
  return { severity, kind: 'field.added', path: `fields.${field.name}`, detail: { new_field: field } }
}

function compareFlags(path: string, locked: DocumentedField, live: DocumentedField): readonly Found[] {
  return (Object.keys(flags) as Flag[]).flatMap((flag) => {
    const [name, added, removed] = flags[flag]
    const [severity, how] = live[flag] ? ([added, 'added'] as const) : ([removed, 'removed'] as const)
    return changed(severity, `field.${name}_${how}`, `${path}.${flag}`, locked[flag], live[flag])
  })
}

function compareNull(path: string, locked: DocumentedField, live: DocumentedField): readonly Found[] {
  const [severity, how] = live.allow_null
    ? (['potentially_breaking', 'relaxed'] as const)
    : (['breaking', 'tightened'] as const)
  return changed(severity, `field.nullable_${how}`, `${path}.allow_null`, locked.allow_null, live.allow_null)
}

function compareSize(path: string, name: (typeof sizes)[number], locked: number, live: number): readonly Found[] {
  const [severity, how] =
    live < locked ? (['potentially_breaking', 'reduced'] as const) : (['additive', 'increased'] as const)
  return changed(severity, `field.${name}_${how}`, `${path}.${name}`, locked, live)
}

function compareDefault(path: string, locked: unknown, live: unknown): readonly Found[] {
  const isRemoved = locked !== null && live === null
  const [severity, how] = isRemoved
    ? (['potentially_breaking', 'removed'] as const)
    : (['additive', 'changed'] as const)
  return changed(severity, `field.default_${how}`, `${path}.default`, locked, live)
}

function compareChoices(
  path: string,
  locked: readonly string[] | null,
  live: readonly string[] | null,
): readonly Found[] {
  const at = `${path}.enum`
  if (locked === null || live === null) {
    const kind = live === null ? 'field.enum_removed' : 'field.enum_added'
    return changed('additive', kind, at, locked, live)
  }
  return [
    ...locked
      .filter((value) => !live.includes(value))
      .map((value) => change('breaking', 'field.enum_value_removed', at, value, null)),
    ...live
      .filter((value) => !locked.includes(value))
      .map((value) => change('potentially_breaking', 'field.enum_value_added', at, null, value)),
  ]
}

function compareRelationships(
  locked: DocumentedRelationship | null,
  live: DocumentedRelationship | null,
): readonly Found[] {
  const path = `relationships.${(locked ?? live)?.name}`
  if (locked === null) return [change('additive', 'relationship.added', path, null, live)]
  if (live === null) return [change('breaking', 'relationship.removed', path, locked, null)]
  return [
    ...changed('breaking', 'relationship.alias_changed', `${path}.alias`, locked.alias, live.alias),
    ...changed('breaking', 'relationship.type_changed', `${path}.type`, locked.type, live.type),
    ...changed('breaking', 'relationship.target_changed', `${path}.target`, locked.target, live.target),
    ...changed('cosmetic', 'relationship.label_changed', `${path}.label`, locked.label, live.label),
  ]
}

/** Pairs items by name; `null` where one side lacks the item. */
function pairs<T extends { readonly name: string }>(
  locked: readonly T[],
  live: readonly T[],
): readonly (readonly [T | null, T | null])[] {
  const byName = new Map(live.map((each) => [each.name, each]))
  const known = new Set(locked.map(({ name }) => name))
  return [
    ...locked.map((each) => [each, byName.get(each.name) ?? null] as const),
    ...live.filter(({ name }) => !known.has(name)).map((each) => [null, each] as const),
  ]
}

function changed(severity: DriftSeverity, kind: string, path: string, from: unknown, to: unknown): readonly Found[] {
  return JSON.stringify(from ?? null) === JSON.stringify(to ?? null) ? [] : [change(severity, kind, path, from, to)]
}

function change(severity: DriftSeverity, kind: string, path: string, from: unknown, to: unknown): Found {
  return { severity, kind, path, detail: { from: from ?? null, to: to ?? null } }
}

/** Counts changes by severity. */
export function driftSummary(changes: readonly DriftChange[]): DriftSummary {
  const [breaking_count, potentially_breaking_count, additive_count, cosmetic_count] = driftSeverities.map(
    (severity) => changes.filter((each) => each.severity === severity).length,
  ) as [number, number, number, number]
  return { breaking_count, potentially_breaking_count, additive_count, cosmetic_count, total_changes: changes.length }
}

/** The worst severity of changes that can break clients; `null` if none can. */
export function riskOf({ breaking_count, potentially_breaking_count }: DriftSummary) {
  if (breaking_count > 0) return 'breaking'
  return potentially_breaking_count > 0 ? 'potentially_breaking' : null
}
