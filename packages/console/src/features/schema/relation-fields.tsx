import type { ListedService } from '@millwright/contract/wire/services'
import { relationTypes, type TableSchema } from '@millwright/contract/wire/table-schema'
import { useQuery } from '@tanstack/react-query'
import { tablesQuery } from '../../instance/service-tables.ts'
import { tableGroups } from '../../instance/type-groups.ts'
import { Banner } from '../../ui/banner.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Row } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import { ServiceSelect } from '../../widgets/pickers/service-select/service-select.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import { relationTypeLabels } from './member-columns.ts'
import { schemaMessages } from './messages.ts'
import { NameSelect } from './name-select.tsx'
import type { RelationForm } from './relation-draft.ts'
import styles from './schema.module.css'
import { schemaTableQuery } from './schema-queries.ts'

interface RelationFieldsProps {
  service: ListedService
  services: readonly ListedService[]
  table: TableSchema
  form: FormFields<RelationForm>
}

/** All properties of a relation. What the database defines is read-only. */
export function RelationFields(props: RelationFieldsProps) {
  const { service, services, table, form } = props
  const { draft, set, field } = form
  const through = draft.is_virtual && draft.type === 'many_many'
  const ref = useTarget(services, service, draft.ref_service_id, draft.ref_table, draft.is_virtual)
  const junction = useTarget(services, service, draft.junction_service_id, draft.junction_table, through)
  const serviceSelect = (
    label: string,
    value: number | null,
    disabled: boolean,
    onChange: (id: number | null) => void,
  ) => (
    <ServiceSelect
      label={label}
      disabled={disabled}
      groups={tableGroups}
      value={value ?? service.id}
      onChange={(chosen) => onChange(chosen === null || chosen.id === service.id ? null : chosen.id)}
    />
  )
  return (
    <>
      {draft.is_virtual ? null : <Banner tone="info">{schemaMessages.derivedHelp}</Banner>}
      <div className={styles.grid}>
        <TextField
          label={tabWords.name}
          mono
          disabled
          help={schemaMessages.serverAssigned}
          value={draft.name}
          onChange={() => {}}
        />
        <TextField {...field('alias')} label={schemaMessages.alias} mono spellCheck={false} />
        <TextField {...field('label')} label={schemaMessages.label} />
      </div>
      <TextField {...field('description')} label={tabWords.description} />
      <Row gap={5} rowGap={3} align="stretch" wrap>
        <Checkbox {...field('always_fetch')} label={schemaMessages.alwaysFetch} help={schemaMessages.alwaysFetchHelp} />
        <Checkbox label={schemaMessages.virtualRelationship} disabled value={draft.is_virtual} onChange={() => {}} />
      </Row>
      <div className={styles.wideGrid}>
        <SelectField
          {...field('type')}
          label={schemaMessages.type}
          required={draft.is_virtual}
          disabled={!draft.is_virtual}
          placeholder={schemaMessages.select}
          options={relationTypes.map((type) => ({ value: type, label: relationTypeLabels[type] ?? type }))}
        />
        <NameSelect
          {...field('field')}
          label={schemaMessages.fieldLabel}
          required={draft.is_virtual}
          disabled={!draft.is_virtual}
          names={table.field.filter(({ is_virtual }) => !is_virtual).map(({ name }) => name)}
          loading={false}
          failed={null}
        />
      </div>
      <div className={styles.grid}>
        {serviceSelect(schemaMessages.referenceService, draft.ref_service_id, !draft.is_virtual, (id) => {
          set('ref_service_id', id)
          set('ref_table', '')
          set('ref_field', '')
        })}
        <NameSelect
          {...field('ref_table')}
          label={schemaMessages.referenceTable}
          required={draft.is_virtual}
          disabled={!draft.is_virtual}
          {...ref.tables}
          onChange={(name) => {
            set('ref_table', name)
            set('ref_field', '')
          }}
        />
        <NameSelect
          {...field('ref_field')}
          label={schemaMessages.referenceField}
          required={draft.is_virtual}
          disabled={!draft.is_virtual || draft.ref_table === ''}
          {...ref.fields}
        />
      </div>
      <div className={styles.wideGrid}>
        {serviceSelect(schemaMessages.junctionService, draft.junction_service_id, !through, (id) => {
          set('junction_service_id', id)
          set('junction_table', '')
          set('junction_field', '')
          set('junction_ref_field', '')
        })}
        <NameSelect
          {...field('junction_table')}
          label={schemaMessages.junctionTable}
          required={through}
          disabled={!through}
          {...junction.tables}
          onChange={(name) => {
            set('junction_table', name)
            set('junction_field', '')
            set('junction_ref_field', '')
          }}
        />
        <NameSelect
          {...field('junction_field')}
          label={schemaMessages.junctionField}
          required={through}
          disabled={!through || draft.junction_table === ''}
          {...junction.fields}
        />
        <NameSelect
          {...field('junction_ref_field')}
          label={schemaMessages.junctionReferenceField}
          required={through}
          disabled={!through || draft.junction_table === ''}
          {...junction.fields}
        />
      </div>
    </>
  )
}

/** The tables of a service (`null`: the table's own), and the fields of one of them. */
function useTarget(
  services: readonly ListedService[],
  own: ListedService,
  serviceId: number | null,
  table: string,
  wanted: boolean,
) {
  const name = services.find(({ id }) => id === serviceId)?.name ?? own.name
  const tables = useQuery({ ...tablesQuery(name), enabled: wanted })
  const described = useQuery({ ...schemaTableQuery(name, table), enabled: wanted && table !== '' })
  return {
    tables: { names: (tables.data ?? []).map((one) => one.name), loading: tables.isFetching, failed: tables.error },
    fields: {
      names: (described.data?.field ?? []).filter(({ is_virtual }) => !is_virtual).map((field) => field.name),
      loading: described.isFetching,
      failed: described.error,
    },
  }
}
