import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import frame from '../../../widgets/editor-frame/editor-frame.module.css'
import { EditorFrame } from '../../../widgets/editor-frame/editor-frame.tsx'
import { readListSearch } from '../../../widgets/record-list/list-search.ts'
import { ExplainAnswer } from './explain-answer.tsx'
import { ExplainForm } from './explain-form.tsx'
import { readQuestion, writeQuestion } from './explain-question.ts'

/** Says of a call that somebody might make whether it is allowed, and why. The address holds the question. */
export function ExplainPanel() {
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const question = readQuestion(search)
  const [times, setTimes] = useState(0)
  return (
    <EditorFrame
      title="Explain access"
      subtitle="May somebody make a call? The instance decides as it would for the call itself."
      wide
      onClose={() => void navigate({ to: '/roles', search: readListSearch(search) })}
    >
      <div className={frame.content}>
        <ExplainForm
          start={question}
          onAsk={(next) => {
            setTimes(times + 1)
            void navigate({
              to: '/roles/explain',
              search: { ...readListSearch(search), ...writeQuestion(next) },
              replace: true,
            })
          }}
        />
        {search.path === undefined ? null : <ExplainAnswer question={question} times={times} />}
      </div>
    </EditorFrame>
  )
}
