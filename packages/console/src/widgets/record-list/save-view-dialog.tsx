import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

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
      title="Save this view"
      description="Search, filters, order, columns and page size, under a name, in this browser. Its address can be sent to others."
      onClose={onClose}
      closeOnOutsidePress={false}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary">
            {replaces ? 'Replace view' : 'Save view'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label="Name"
          autoFocus
          value={name}
          onChange={setName}
          error={missing && name.trim() === '' ? 'Give the view a name.' : null}
          help={replaces ? 'A view of this name exists and will be replaced.' : undefined}
        />
      </form>
    </Dialog>
  )
}
