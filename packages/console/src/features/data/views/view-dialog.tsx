import { useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useManagedForm } from '../../../widgets/form/managed/managed-note.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { dataMessages } from '../messages.ts'
import type { TablePlace } from '../wire-table.ts'
import { viewCollection } from './data-views.ts'

export interface NamedView {
  readonly name: string
  readonly shared: boolean
}

interface ViewDialogProps {
  place: TablePlace
  title: string
  action: string
  before: NamedView
  /** If it throws, the dialog shows the error and stays open. */
  onSave: (view: NamedView) => Promise<void>
  onClose: () => void
}

/** Asks for the name of a view, and for who may see it. */
export function ViewDialog({ place, title, action, before, onSave, onClose }: ViewDialogProps) {
  const [name, setName] = useState(before.name)
  const [shared, setShared] = useState(before.shared)
  const [missing, setMissing] = useState(false)
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { block, below } = useManagedForm({
    collection: viewCollection,
    name: shared || before.shared ? `${place.service}/${place.table}` : null,
  })
  const save = async () => {
    if (running) return
    setMissing(name.trim() === '')
    if (name.trim() === '') return
    setRunning(true)
    setProblem(null)
    try {
      await onSave({ name: name.trim(), shared })
    } catch (error) {
      setProblem(messageOf(error))
      setRunning(false)
    }
  }
  return (
    <FormDialog
      title={title}
      description={dataMessages.viewHelp}
      action={action}
      disabledReason={block}
      running={running}
      problem={problem}
      onDismiss={() => setProblem(null)}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {below(
        <>
          <TextField
            label={tabWords.name}
            maxLength={80}
            autoComplete="off"
            autoFocus
            value={name}
            onChange={setName}
            error={missing && name.trim() === '' ? dataMessages.nameIsRequired : null}
          />
          <Checkbox label={dataMessages.viewShareLabel} value={shared} onChange={setShared} />
        </>,
      )}
    </FormDialog>
  )
}
