import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SwitchingOff } from '../usage/switching-off.tsx'
import type { BulkField, RecordId } from './declaration.ts'

interface BulkEditDialogProps {
  fields: readonly BulkField[]
  /** "3 admins", "all 1,200 admins". */
  what: string
  /** `system/app` */
  collection: string
  /** What is selected, as far as it is known one by one. */
  ids: readonly RecordId[]
  onClose: () => void
  onApply: (changes: Readonly<Record<string, unknown>>) => void
}

/** One field, one value, for everything that is selected. */
export function BulkEditDialog({ fields, what, collection, ids, onClose, onApply }: BulkEditDialogProps) {
  const [field, setField] = useState(fields[0]?.field ?? '')
  const [value, setValue] = useState('')
  const chosen = fields.find((one) => one.field === field)
  if (!chosen) return null
  const complete = chosen.kind === 'text' || value !== ''
  const apply = () => {
    onApply({ [chosen.field]: chosen.kind === 'boolean' ? value === 'true' : value })
  }
  return (
    <Dialog
      open
      title="Edit a field"
      description={`The same value for ${what}.`}
      onClose={onClose}
      closeOnOutsidePress={false}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabledReason={complete ? null : 'Choose a value first.'} onClick={apply}>
            Change {what}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <SelectField
          label="Field"
          value={field}
          onChange={(next) => {
            setField(next)
            setValue('')
          }}
          options={fields.map((one) => ({ value: one.field, label: one.label }))}
        />
        {chosen.kind === 'text' ? (
          <TextField label="Value" value={value} onChange={setValue} help="Empty clears the field." />
        ) : (
          <SelectField
            label="Value"
            placeholder="Choose a value"
            value={value}
            onChange={setValue}
            options={
              chosen.kind === 'choice'
                ? chosen.options
                : [
                    { value: 'true', label: 'Yes' },
                    { value: 'false', label: 'No' },
                  ]
            }
          />
        )}
        <SwitchingOff collection={collection} ids={field === 'is_active' && value === 'false' ? ids : []} />
      </Stack>
    </Dialog>
  )
}
