import { type FieldSchema, returnTypes } from '@millwright/contract/wire/table-schema'
import type { ReactNode } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useStoredChoice } from '../../ui/use-stored-choice.ts'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import { RecordForm } from '../../widgets/form/editor-frame/record-form.tsx'
import type { CheckNotice, Form, FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { DbFunctions } from './db-functions.tsx'
import { fieldLabels, toFieldForm } from './field-draft.ts'
import { type FieldForm, manualType, openProperties, typeOptions } from './field-form.ts'
import { FieldKeys } from './field-keys.tsx'
import { schemaMessages } from './messages.ts'
import { isRare, rareProperties } from './rare-properties.ts'
import styles from './schema.module.css'
import { ValidationEditor } from './validation-editor.tsx'

interface FieldEditorProps {
  service: string
  table: string
  /** For self-references of the table. */
  ownFields: readonly FieldSchema[]
  form: Form<FieldSchema, FieldForm>
  /** Whether the name can be changed. */
  nameOpen: boolean
  /** Whether the primary key can be changed: only before the table is created. */
  keyOpen: boolean
  saveLabel: string
  onClose: () => void
  preview?: ReactNode
}

/**
 * The editor of a field, with the basic or all properties. Properties that do not apply are shown disabled. If a rare property is
 * rejected, all are shown.
 */
export function FieldEditor(props: FieldEditorProps) {
  const { form } = props
  const [detail, setDetail] = useStoredChoice('millwright.field-form', ['simple', 'all'], 'simple')
  const whole = detail === 'all' || Object.keys(form.problem.fields).some(isRare)
  return (
    <RecordForm
      editor={form}
      declaration={{ labels: fieldLabels, toDraft: toFieldForm }}
      one={schemaMessages.oneField}
      saveLabel={props.saveLabel}
      onClose={props.onClose}
      preview={props.preview}
      sections={[
        {
          id: 'field',
          label: schemaMessages.fieldLabel,
          fields: Object.keys(fieldLabels),
          content: (
            <Stack gap={5}>
              <Detail draft={form.draft} whole={whole} onChange={setDetail} />
              <FieldBasics form={form} nameOpen={props.nameOpen} whole={whole} />
              <FieldKeys
                form={form}
                service={props.service}
                table={props.table}
                ownFields={props.ownFields}
                keyOpen={props.keyOpen}
                whole={whole}
              />
              {whole ? (
                <>
                  <ValidationEditor
                    text={form.draft.validation}
                    error={form.problem.fields.validation}
                    onChange={(text) => form.set('validation', text)}
                  />
                  <DbFunctions
                    functions={form.draft.db_function}
                    error={form.problem.fields.db_function}
                    onChange={(functions) => form.set('db_function', functions)}
                  />
                </>
              ) : null}
            </Stack>
          ),
        },
      ]}
    />
  )
}

/** The rejection of a field that is also shown as a notification, with the wording that users know. */
export function fieldNotice({ fields }: FormProblem): CheckNotice | null {
  const known = [schemaMessages.fieldIncomplete, schemaMessages.fieldExists]
  const text = Object.values(fields).find((message) => known.includes(message))
  return text === undefined ? null : { title: schemaMessages.module, text }
}

interface DetailProps {
  draft: FieldForm
  whole: boolean
  onChange: (detail: 'simple' | 'all') => void
}

/** Switches between basic and all properties, and names the rare properties in use. */
function Detail({ draft, whole, onChange }: DetailProps) {
  const others = whole ? [] : rareProperties(draft)
  return (
    <Row gap={3} align="center" wrap>
      <Segments
        reads
        small
        label={schemaMessages.properties}
        options={[
          { value: 'simple', label: schemaMessages.simple },
          { value: 'all', label: schemaMessages.allProperties },
        ]}
        value={whole ? 'all' : 'simple'}
        onChange={onChange}
      />
      {others.length > 0 ? (
        <Text tone="muted" size="sm">
          {schemaMessages.alsoSet({ names: others.join(', ') })}
        </Text>
      ) : null}
    </Row>
  )
}

interface FieldBasicsProps {
  form: FormFields<FieldForm>
  nameOpen: boolean
  whole: boolean
}

/** Name, type and default of a field. */
function FieldBasics({ form, nameOpen, whole }: FieldBasicsProps) {
  const { draft, set, field } = form
  const open = openProperties(draft)
  const makeVirtual = (virtual: boolean) => {
    set('is_virtual', virtual)
    const fits = virtual ? (returnTypes as readonly string[]).includes(draft.type) : draft.type !== ''
    if (!fits) set('type', 'string')
  }
  return (
    <>
      <div className={styles.grid}>
        <TextField {...field('name')} label={tabWords.name} required mono spellCheck={false} disabled={!nameOpen} />
        {whole ? <TextField {...field('alias')} label={schemaMessages.alias} mono spellCheck={false} /> : null}
        <TextField {...field('label')} label={schemaMessages.label} />
      </div>
      {whole ? (
        <>
          <TextField {...field('description')} label={tabWords.description} />
          <Row gap={5} rowGap={3} align="stretch" wrap>
            <Checkbox
              {...field('is_virtual')}
              label={schemaMessages.isVirtual}
              help={schemaMessages.virtualHelp}
              onChange={makeVirtual}
            />
            <Checkbox {...field('is_aggregate')} label={schemaMessages.isAggregate} disabled={!open.is_aggregate} />
          </Row>
        </>
      ) : null}
      <div className={styles.grid}>
        <SelectField
          {...field('type')}
          label={schemaMessages.type}
          required
          options={typeOptions(draft.is_virtual, draft.type)}
        />
        {whole || open.db_type ? (
          <TextField
            {...field('db_type')}
            label={schemaMessages.databaseType}
            mono
            spellCheck={false}
            disabled={!open.db_type}
            help={draft.type === manualType ? schemaMessages.nativeTypeHelp : undefined}
          />
        ) : null}
        {whole || open.length ? (
          <TextField {...field('length')} label={schemaMessages.length} inputMode="numeric" disabled={!open.length} />
        ) : null}
        {whole || open.precision ? (
          <TextField
            {...field('precision')}
            label={schemaMessages.precision}
            inputMode="numeric"
            disabled={!open.precision}
          />
        ) : null}
        {whole || open.precision ? (
          <TextField {...field('scale')} label={schemaMessages.scale} inputMode="numeric" disabled={!open.precision} />
        ) : null}
      </div>
      <Row gap={5} rowGap={3} align="stretch" wrap>
        {whole ? (
          <>
            <Checkbox {...field('fixed_length')} label={schemaMessages.fixedLength} disabled={!open.fixed_length} />
            <Checkbox
              {...field('supports_multibyte')}
              label={schemaMessages.supportsMultibyte}
              disabled={!open.fixed_length}
            />
          </>
        ) : null}
        <Checkbox {...field('allow_null')} label={schemaMessages.allowNull} />
        <Checkbox {...field('auto_increment')} label={schemaMessages.autoIncrement} />
      </Row>
      <div className={styles.wideGrid}>
        <Stack gap={3}>
          <TextField
            {...field('default')}
            label={schemaMessages.defaultValue}
            mono={draft.computed}
            spellCheck={false}
          />
          {whole || draft.computed ? (
            <Checkbox
              {...field('computed')}
              label={schemaMessages.defaultExpression}
              help={schemaMessages.defaultExpressionHelp}
            />
          ) : null}
        </Stack>
        {open.picklist ? (
          <TextField {...field('picklist')} label={schemaMessages.picklist} help={schemaMessages.picklistHelp} />
        ) : null}
      </div>
    </>
  )
}
