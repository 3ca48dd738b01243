import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { commonWords } from '../../../words/messages.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from './opened/messages.ts'

interface SaveViewDialogProps {
  taken: readonly string[]
  onClose: () => void
  onSave: (name: string) => void
}

export function SaveViewDialog({ taken, onClose, onSave }: SaveViewDialogProps) {
  const form = useId()
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') setMissing(true)
    else onSave(name.trim())
  }
  const replaces = taken.includes(name.trim())
  return (
    <Dialog
      open
      title={t.saveThisView}
      description={t.viewHelp}
      onClose={onClose}
      closeOnOutsidePress={false}
      footer={
        <>
          <Button onClick={onClose}>{commonWords.cancel}</Button>
          <Button type="submit" form={form} variant="primary">
            {replaces ? t.replaceView : t.saveView}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={tabWords.name}
          maxLength={80}
          autoFocus
          value={name}
          onChange={setName}
          error={missing && name.trim() === '' ? t.nameMissing : null}
          help={replaces ? t.nameTaken : undefined}
        />
      </form>
    </Dialog>
  )
}
