import { useState } from 'react'
import { instanceAddress } from '../../instance/send.ts'
import { CopyTextButton } from '../../ui/copy-text-button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { CodeEditor } from '../../widgets/code-editor/code-editor.tsx'
import type { Json } from './api-document.ts'
import styles from './apidocs.module.css'
import { type CallDraft, callOf } from './call-draft.ts'
import type { ApiOperation } from './operation.ts'
import { type SnippetLanguage, snippetOf } from './snippets.ts'
import type { Trial } from './use-try.ts'

interface SnippetPanelProps {
  root: Json
  service: string
  operation: ApiOperation
  draft: CallDraft
  trial: Trial
}

const languages = [
  { value: 'curl', label: 'curl' },
  { value: 'javascript', label: 'JavaScript' },
  { value: 'python', label: 'Python' },
] as const

/** The call as it stands in the form, as a program to copy. */
export function SnippetPanel({ root, service, operation, draft, trial: { app } }: SnippetPanelProps) {
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const call = callOf(root, service, operation, draft)
  const address = new URL(instanceAddress(call.path, call.params), window.location.origin).href
  const caller = app === null ? ({ kind: 'session' } as const) : ({ kind: 'app', key: app.key } as const)
  const text = snippetOf(language, { address, call, caller })
  return (
    <Stack gap={5} className={styles.form}>
      <Row gap={3} align="end" justify="between" wrap>
        <div className={styles.callAs}>
          <SelectField label="Language" value={language} onChange={setLanguage} options={languages} />
        </div>
        <CopyTextButton text={text}>Copy</CopyTextButton>
      </Row>
      <CodeEditor
        label="Program"
        labelHidden
        language={language === 'curl' ? 'text' : language}
        readOnly
        lines={8}
        value={text}
        onChange={() => {}}
        help={
          app === null
            ? 'Values come from “Try it”. Put in the key of an app, and the token of a session where the app alone may not.'
            : `Values come from “Try it”. The key of the app ${app.name} is in it: it is for those who may have it.`
        }
      />
    </Stack>
  )
}
