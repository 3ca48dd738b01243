import { audit, boolean, type DraftOf, id, integer, json, type RecordOf, string } from './field.ts'

/** One condition on the rows; a view's conditions are combined with AND. */
export interface DataViewCondition {
  readonly field: string
  readonly operator: string
  /** Empty for operators without an operand. */
  readonly value: string
}

/** A saved query of a table (docs/wire/data-views.md). */
export const dataViewFields = {
  id: id(),
  service_id: integer({ label: 'Service Id', required: true, nullable: false }),
  service: string({ mode: 'readOnly', label: 'Service', nullable: false }),
  table: string({ label: 'Table', max: 255, required: true, nullable: false }),
  name: string({ label: 'Name', max: 80, required: true, nullable: false }),
  filter: json<readonly DataViewCondition[] | null>({ label: 'Filter' }),
  fields: json<readonly string[] | null>({ label: 'Fields' }),
  order: string({ label: 'Order', max: 300 }),
  shared: boolean({ label: 'Shared', default: false, nullable: false }),
  owner_id: integer({ mode: 'readOnly', label: 'Owner Id' }),
  owner: string({ mode: 'readOnly', label: 'Owner' }),
  ...audit,
}

export type DataViewRecord = RecordOf<typeof dataViewFields>
export type DataViewDraft = DraftOf<typeof dataViewFields>
