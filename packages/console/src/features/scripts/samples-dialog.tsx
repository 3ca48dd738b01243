import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { CopyTextButton } from '../../ui/copy-text-button.tsx'
import { DialogWindow } from '../../ui/dialog-window.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CodeEditor } from '../../widgets/code-editor/code-editor.tsx'
import { languageOf } from '../../widgets/code-editor/code-language.ts'
import { type SampleTopic, samples, sampleTopics, topicFor } from './script-samples.ts'

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

/** Scripts to begin with, in each language, found by what they do or say. */
export function SamplesDialog({
  type,
  event,
  storedElsewhere = null,
  replaces = false,
  onTake,
  onClose,
}: SamplesDialogProps) {
  const [chosen, setChosen] = useState(type)
  const [topic, setTopic] = useState<SampleTopic>(topicFor(event))
  const [search, setSearch] = useState('')
  const sample = samples.find((one) => one.type === chosen) ?? samples[0]
  if (!sample) return null
  const wanted = search.trim().toLowerCase()
  const found = sampleTopics.filter(({ id, label, about }) =>
    `${label} ${about} ${sample[id]}`.toLowerCase().includes(wanted),
  )
  const shown = found.find(({ id }) => id === topic) ?? found[0]
  const text = shown ? sample[shown.id] : ''
  return (
    <DialogWindow
      title="Script Samples"
      description="Examples for checking writes, extending reads and calling the API."
      size="large"
      onClose={onClose}
      footer={
        <>
          <CopyTextButton text={text}>Copy</CopyTextButton>
          {onTake ? (
            <Button
              variant="primary"
              disabledReason={shown ? storedElsewhere : 'No sample selected.'}
              onClick={() => onTake(sample.type, text)}
            >
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
        <Stack gap={3}>
          <TextField
            label="Search samples"
            labelHidden
            type="search"
            placeholder="Search samples"
            value={search}
            onChange={setSearch}
          />
          {shown ? (
            <>
              <Choice
                label="Sample"
                options={found.map(({ id, label, about }) => ({ value: id, label, help: about }))}
                value={shown.id}
                onChange={setTopic}
              />
              <CodeEditor
                key={`${sample.type} ${shown.id}`}
                label={`Sample in ${sample.label}`}
                labelHidden
                language={languageOf(sample.type)}
                lines={8}
                readOnly
                value={text}
                onChange={() => undefined}
              />
            </>
          ) : (
            <Text tone="muted">No sample matches.</Text>
          )}
        </Stack>
      </Tabs>
    </DialogWindow>
  )
}
