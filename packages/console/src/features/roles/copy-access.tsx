import { IconCopy } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { readRecord } from '../../instance/collections.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { type AccessRow, accessRows, copiedAccess } from '../../widgets/access/access-rules/access-rows.ts'
import { type PickedRecord, roleSource } from '../../widgets/records/record-picker/record-source.ts'
import { commonWords } from '../../words/messages.ts'
import { roleMessages } from './messages.ts'
import { t } from './opened/messages.ts'
import type { RoleRecord } from './role-draft.ts'

const RecordPickerPopup = lazy(() =>
  import('../../widgets/records/record-picker/record-picker-popup.tsx').then((module) => ({
    default: module.RecordPickerPopup,
  })),
)

/** Copies the rules of another role to the form, without saving. */
export function CopyAccess({ onCopied }: { onCopied: (rows: readonly AccessRow[]) => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [reading, setReading] = useState(false)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }

  const copy = async ({ id, label }: PickedRecord) => {
    setReading(true)
    try {
      const params = { fields: 'id', related: 'role_service_access_by_role_id' }
      const { record } = await readRecord<RoleRecord>(roleSource.collection, id, params)
      const rows = copiedAccess(accessRows(record.role_service_access_by_role_id))
      onCopied(rows)
      const text = t.rulesAdded({ count: rows.length, role: label })
      notify({ type: 'success', title: roleMessages.module, text })
    } catch (error) {
      notify({ type: 'error', title: commonWords.apiError, text: messageOf(error) })
    } finally {
      setReading(false)
    }
  }

  return (
    <div>
      <Button
        ref={button}
        icon={<IconCopy />}
        loading={reading}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t.copyRulesAction}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <RecordPickerPopup
            label={t.copyRulesTitle}
            anchor={button}
            source={roleSource}
            chosen={null}
            none={null}
            taken={undefined}
            onChoose={(role) => {
              close()
              if (role) void copy(role)
            }}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
