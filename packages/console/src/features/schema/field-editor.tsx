import type { FieldSchema } from '@millwright/contract/wire/table-schema'
import type { ReactNode } from 'react'
import { Stack } from '../../ui/layout.tsx'
import type { FormProblem } from '../../widgets/editor-frame/form-problem.ts'
import { RecordForm } from '../../widgets/editor-frame/record-form.tsx'
import type { CheckNotice, Form } from '../../widgets/editor-frame/use-form.ts'
import { DbFunctions } from './db-functions.tsx'
import { FieldBasics } from './field-basics.tsx'
import { fieldLabels, toFieldForm } from './field-draft.ts'
import type { FieldForm } from './field-form.ts'
import { FieldKeys } from './field-keys.tsx'
import { schemaMessages } from './messages.ts'
import { ValidationEditor } from './validation-editor.tsx'

interface FieldEditorProps {
  service: string
  table: string
  /** For references of the table to itself. */
  ownFields: readonly FieldSchema[]
  form: Form<FieldSchema, FieldForm>
  /** The name can be chosen. */
  nameOpen: boolean
  /** The primary key can be chosen: the table is not there yet. */
  keyOpen: boolean
  saveLabel: string
  onClose: () => void
  footer?: ReactNode
}

/** Every property of a field; those that make no sense beside the others are shown and cannot be used. */
export function FieldEditor(props: FieldEditorProps) {
  const { form } = props
  return (
    <RecordForm
      editor={form}
      declaration={{ labels: fieldLabels, toDraft: toFieldForm }}
      one="field"
      saveLabel={props.saveLabel}
      onClose={props.onClose}
      sections={[
        {
          id: 'field',
          label: 'Field',
          fields: Object.keys(fieldLabels),
          content: (
            <Stack gap={5}>
              <FieldBasics form={form} nameOpen={props.nameOpen} />
              <FieldKeys
                form={form}
                service={props.service}
                table={props.table}
                ownFields={props.ownFields}
                keyOpen={props.keyOpen}
              />
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
              {props.footer}
            </Stack>
          ),
        },
      ]}
    />
  )
}

/** What of a refused field is told as a notification too: what people know as one. */
export function fieldNotice({ fields }: FormProblem): CheckNotice | null {
  const known = [schemaMessages.fieldIncomplete, schemaMessages.fieldExists]
  const text = Object.values(fields).find((message) => known.includes(message))
  return text === undefined ? null : { title: schemaMessages.module, text }
}
