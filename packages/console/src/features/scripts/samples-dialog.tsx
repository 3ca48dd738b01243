import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyTextButton } from '../../ui/copy-text-button.tsx'
import { DialogWindow } from '../../ui/dialog-window.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CodeEditor } from '../../widgets/code-editor/code-editor.tsx'
import { languageOf } from '../../widgets/code-editor/code-language.ts'
import { samples, sampleText } from './samples.ts'

interface SamplesDialogProps {
  /** The kind of script that is shown first. */
  type: string
  /** The event whose script is open; null without one. */
  event: string | null
  /** Why the open script cannot take a sample. */
  storedElsewhere?: string | null
  /** The open script has a text, which would be lost. */
  replaces?: boolean
  /** Absent where no script is open. */
  onTake?: (type: string, text: string) => void
  onClose: () => void
}

/** Scripts to begin with, in each language. */
export function SamplesDialog({
  type,
  event,
  storedElsewhere = null,
  replaces = false,
  onTake,
  onClose,
}: SamplesDialogProps) {
  const [chosen, setChosen] = useState(type)
  const sample = samples.find((one) => one.type === chosen) ?? samples[0]
  if (!sample) return null
  const text = sampleText(sample, event)
  return (
    <DialogWindow
      title="Script Samples"
      description="Ways to check what is written, to add to what is read, and to call the API."
      size="large"
      onClose={onClose}
      footer={
        <>
          <CopyTextButton text={text}>Copy</CopyTextButton>
          {onTake ? (
            <Button variant="primary" disabledReason={storedElsewhere} onClick={() => onTake(sample.type, text)}>
              {replaces ? 'Replace my script' : 'Use as my script'}
            </Button>
          ) : null}
        </>
      }
    >
      <Tabs
        label="Languages"
        tabs={samples.map((one) => ({ id: one.type, label: one.label }))}
        value={sample.type}
        onChange={setChosen}
      >
        <CodeEditor
          key={sample.type}
          label={`Sample in ${sample.label}`}
          labelHidden
          language={languageOf(sample.type)}
          lines={18}
          readOnly
          value={text}
          onChange={() => undefined}
        />
      </Tabs>
    </DialogWindow>
  )
}
