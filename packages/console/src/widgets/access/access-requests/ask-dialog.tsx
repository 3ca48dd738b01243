import { verbMask, verbsOf } from '@millwright/contract/verbs'
import { useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { notify } from '../../../notifications/notify.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { VerbField } from '../verb-picker/verb-picker.tsx'
import { t } from './messages.ts'

interface AskDialogProps {
  readonly onAsked: () => void
  readonly onClose: () => void
}

/** Asks for access to a part of a service, for oneself. */
export function AskDialog({ onAsked, onClose }: AskDialogProps) {
  const [service, setService] = useState('')
  const [component, setComponent] = useState('')
  const [mask, setMask] = useState<number>(verbMask.GET)
  const [note, setNote] = useState('')
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const go = async () => {
    if (running) return
    if (service.trim() === '') return setProblem(t.serviceMissing)
    setRunning(true)
    setProblem(null)
    try {
      const request = {
        service: service.trim(),
        component: component.trim() || '*',
        verbs: verbsOf(mask),
        note: note.trim(),
      }
      await send<unknown>({ verb: 'POST', path: 'system/access_request', body: { resource: [request] } })
      notify({ type: 'success', title: t.accessRequests, text: t.asked })
      onAsked()
    } catch (error) {
      setProblem(messageOf(error))
      setRunning(false)
    }
  }

  return (
    <FormDialog
      title={t.askTitle}
      description={t.askHelp}
      size="medium"
      action={t.ask}
      running={running}
      problem={problem}
      onDismiss={() => setProblem(null)}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      <TextField
        label={t.askService}
        help={t.askServiceHelp}
        required
        mono
        spellCheck={false}
        autoComplete="off"
        value={service}
        onChange={setService}
      />
      <TextField
        label={t.askComponent}
        help={t.askComponentHelp}
        mono
        spellCheck={false}
        autoComplete="off"
        value={component}
        onChange={setComponent}
      />
      <VerbField label={t.verbs} mask={mask} onChange={setMask} />
      <TextArea rows={3} label={t.note} help={t.noteHelp} value={note} onChange={setNote} />
    </FormDialog>
  )
}
