import { audit, boolean, type DraftOf, id, integer, json, type RecordOf, string, text } from './field.ts'

export const serviceFields = {
  id: id(),
  name: string({ label: 'Namespace', max: 40, required: true, unique: true, nullable: false }),
  label: string({ label: 'Label', max: 80 }),
  description: string({ label: 'Description', max: 255 }),
  is_active: boolean({ label: 'Active', default: false, nullable: false }),
  type: string({ label: 'Type', max: 40, required: true, nullable: false }),
  mutable: boolean({ mode: 'readOnly', default: true, nullable: false }),
  deletable: boolean({ mode: 'readOnly', default: true, nullable: false }),
  /** Names that it is called by besides its own, such as former ones. */
  aliases: json<string[]>({ label: 'Aliases' }),
  ...audit,
  config: json<Record<string, unknown>>({ default: {} }),
}

export const serviceDocFields = {
  service_id: integer({ nullable: false }),
  format: integer({ default: 0, nullable: false }),
  content: text(),
  created_date: audit.created_date,
  last_modified_date: audit.last_modified_date,
}

/** The stored OpenAPI document of a service; format 0 is JSON, 1 is YAML. */
export interface ServiceDoc {
  service_id?: number | null
  format: 0 | 1
  content: string | null
}

export type Service = RecordOf<typeof serviceFields> & { service_doc_by_service_id?: ServiceDoc | null }
export type ServiceDraft = DraftOf<typeof serviceFields> & { service_doc_by_service_id?: ServiceDoc | null }
