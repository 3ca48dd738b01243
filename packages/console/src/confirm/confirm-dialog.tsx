import { useRef, useState } from 'react'
import { messageOf } from '../instance/instance-error.ts'
import { notifyError } from '../notifications/notify-refusal.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { commonWords } from '../words/messages.ts'
import { type OpenQuestion, useOpenQuestion } from './confirm.ts'
import { t } from './messages.ts'

/** The confirmation dialog; mounted once. */
export function ConfirmDialog() {
  const question = useOpenQuestion()
  return question ? <Asked key={question.title} question={question} /> : null
}

function Asked({ question }: { question: OpenQuestion }) {
  const cancel = useRef<HTMLButtonElement>(null)
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const goOn = async () => {
    if (!question.run) return question.answer(true)
    setRunning(true)
    setFailure(null)
    try {
      await question.run()
      question.answer(true)
    } catch (error) {
      setFailure(messageOf(error))
      notifyError(error)
      setRunning(false)
    }
  }

  return (
    <Dialog
      open
      role="alertdialog"
      title={question.title}
      description={question.text}
      initialFocus={cancel}
      onClose={() => !running && question.answer(false)}
      footer={
        <>
          <Button ref={cancel} onClick={() => question.answer(false)} disabledReason={running && t.inProgress}>
            {question.cancel ?? commonWords.cancel}
          </Button>
          <Button variant={question.danger ? 'danger' : 'primary'} loading={running} onClick={() => void goOn()}>
            {question.action}
          </Button>
        </>
      }
    >
      {failure ? <Banner tone="danger">{failure}</Banner> : null}
      {question.body}
    </Dialog>
  )
}
