import { useState } from 'react'
import type { RecordId } from '../../../instance/collections.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { commonWords } from '../../../words/messages.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { DeactivationWarning } from '../../charts/usage/switching-off.tsx'
import type { BulkField } from '../../records/list-declaration/declaration.ts'
import { t } from './opened/messages.ts'

interface BulkEditDialogProps {
  fields: readonly BulkField[]
  /** "3 admins", "all 1,200 admins". */
  what: string
  /** `system/app` */
  collection: string
  /** Ids of the selection, as far as they are known individually. */
  ids: readonly RecordId[]
  onClose: () => void
  onApply: (changes: Readonly<Record<string, unknown>>) => void
}

/** Sets one field to one value on all selected records. */
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
      title={t.editAField}
      description={t.sameValueHelp({ what })}
      onClose={onClose}
      closeOnOutsidePress={false}
      footer={
        <>
          <Button onClick={onClose}>{commonWords.cancel}</Button>
          <Button variant="primary" disabledReason={complete ? null : t.valueMissing} onClick={apply}>
            {t.changeWhat({ what })}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <SelectField
          label={tabWords.field}
          value={field}
          onChange={(next) => {
            setField(next)
            setValue('')
          }}
          options={fields.map((one) => ({ value: one.field, label: one.label }))}
        />
        {chosen.kind === 'text' ? (
          <TextField label={tabWords.value} value={value} onChange={setValue} help={t.emptyClearsHelp} />
        ) : (
          <SelectField
            label={tabWords.value}
            placeholder={t.chooseAValue}
            value={value}
            onChange={setValue}
            options={
              chosen.kind === 'choice'
                ? chosen.options
                : [
                    { value: 'true', label: tabWords.yes },
                    { value: 'false', label: tabWords.no },
                  ]
            }
          />
        )}
        <DeactivationWarning collection={collection} ids={field === 'is_active' && value === 'false' ? ids : []} />
      </Stack>
    </Dialog>
  )
}
