import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyTextButton } from '../../ui/copy-text-button.tsx'
import { DialogWindow } from '../../ui/dialog-window.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CodeEditor } from '../../widgets/code-editor/code-editor.tsx'
import { languageOf } from '../../widgets/code-editor/code-language.ts'
import { type Sample, samples } from './samples.ts'

interface SamplesDialogProps {
  /** The kind of script that is shown first. */
  type: string
  /** Why the open script cannot take a sample. */
  keptElsewhere?: string | null
  /** The open script has a text, which would be lost. */
  replaces?: boolean
  /** Absent where no script is open. */
  onTake?: (sample: Sample) => void
  onClose: () => void
}

/** Scripts to begin with, in each language. */
export function SamplesDialog({ type, keptElsewhere = null, replaces = false, onTake, onClose }: SamplesDialogProps) {
  const [chosen, setChosen] = useState(type)
  const sample = samples.find((one) => one.type === chosen) ?? samples[0]
  if (!sample) return null
  return (
    <DialogWindow
      title="Script Samples"
      description="Ways to check what is written, to add to what is read, and to call the API."
      size="large"
      onClose={onClose}
      footer={
        <>
          <CopyTextButton text={sample.text}>Copy</CopyTextButton>
          {onTake ? (
            <Button variant="primary" disabledReason={keptElsewhere} onClick={() => onTake(sample)}>
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
          lines={20}
          readOnly
          value={sample.text}
          onChange={() => undefined}
        />
      </Tabs>
    </DialogWindow>
  )
}
