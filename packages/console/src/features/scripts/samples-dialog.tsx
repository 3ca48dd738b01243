import { useState } from 'react'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { CopyTextButton } from '../../ui/copy-text-button.tsx'
import { DialogWindow } from '../../ui/dialog-window.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CodeEditor } from '../../widgets/code/code-editor/code-editor.tsx'
import { languageOf } from '../../widgets/code/code-editor/code-language.ts'
import { commonWords } from '../../words/messages.ts'
import { t } from './messages.ts'
import { type SampleTopic, samplesFor, sampleTopics, topicFor } from './script-samples.ts'

interface SamplesDialogProps {
  /** The script type that is shown first. */
  type: string
  /** The event whose script is open, or `null`. */
  event: string | null
  /** Why a sample cannot be inserted into the open script. */
  storedElsewhere?: string | null
  /** Whether the open script has text that a sample would replace. */
  replaces?: boolean
  /** Absent if no script is open. */
  onTake?: (type: string, text: string) => void
  onClose: () => void
}

/** Sample scripts in each language, searchable by topic and text. */
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
  const samples = samplesFor(hasFeature(useEnvironment(), 'script-records'))
  const sample = samples.find((one) => one.type === chosen) ?? samples[0]
  if (!sample) return null
  const wanted = search.trim().toLowerCase()
  const found = sampleTopics().filter(({ id, label, about }) =>
    `${label} ${about} ${sample[id]}`.toLowerCase().includes(wanted),
  )
  const shown = found.find(({ id }) => id === topic) ?? found[0]
  const text = shown ? sample[shown.id] : ''
  return (
    <DialogWindow
      title={t.scriptSamples}
      description={t.samplesHelp}
      size="large"
      onClose={onClose}
      footer={
        <>
          <CopyTextButton text={text}>{commonWords.copy}</CopyTextButton>
          {onTake ? (
            <Button
              variant="primary"
              disabledReason={shown ? storedElsewhere : t.noSampleSelected}
              onClick={() => onTake(sample.type, text)}
            >
              {replaces ? t.replaceMyScript : t.useSample}
            </Button>
          ) : null}
        </>
      }
    >
      <Tabs
        label={t.languages}
        tabs={samples.map((one) => ({ id: one.type, label: one.label }))}
        value={sample.type}
        onChange={setChosen}
      >
        <Stack gap={3}>
          <TextField
            label={t.searchSamples}
            labelHidden
            type="search"
            placeholder={t.searchSamples}
            value={search}
            onChange={setSearch}
          />
          {shown ? (
            <>
              <Choice
                label={t.sample}
                options={found.map(({ id, label, about }) => ({ value: id, label, help: about }))}
                value={shown.id}
                onChange={setTopic}
              />
              <CodeEditor
                key={`${sample.type} ${shown.id}`}
                label={t.sampleTitle({ language: sample.label })}
                labelHidden
                language={languageOf(sample.type)}
                lines={8}
                readOnly
                value={text}
                onChange={() => undefined}
              />
            </>
          ) : (
            <Text tone="muted">{t.noSampleMatches}</Text>
          )}
        </Stack>
      </Tabs>
    </DialogWindow>
  )
}
