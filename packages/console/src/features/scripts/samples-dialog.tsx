import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyTextButton } from '../../ui/copy-text-button.tsx'
import { DialogWindow } from '../../ui/dialog-window.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CodeEditor } from '../../widgets/code-editor/code-editor.tsx'
import { languageOf } from '../../widgets/code-editor/code-language.ts'
import { changeable } from './event-catalogue.ts'

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

interface Sample {
  /** The kind of script. */
  readonly type: string
  readonly label: string
  /** For `pre_process`: refuses a record. */
  readonly before: string
  /** For `post_process`: adds to each record. */
  readonly after: string
  /** For any event: reads records of another table. */
  readonly call: string
}

/** The parts of a sample that fit an event; all of them where none is open. */
function sampleText(sample: Sample, event: string | null): string {
  const { before, after, call } = sample
  if (event === null) return [before, after, call].join('\n')
  const what = changeable(event)
  return what === null ? call : [what === 'request' ? before : after, call].join('\n')
}

const nodejs: Sample = {
  type: 'nodejs',
  label: 'Node.js',
  before: `// Before records are written: {service}._table.{table_name}.post.pre_process
// An error refuses the request, and its message is the answer.
for (const record of event.request.payload.resource) {
  if (!record.name) {
    throw new Error('name is missing')
  }
}
`,
  after: `// After records were read: {service}._table.{table_name}.get.post_process
// Counts only where the script may modify the response.
for (const record of event.response.content.resource) {
  record.read_at = new Date().toISOString()
}
`,
  call: `// Records of another table, with the rights of whoever asks.
const answer = await platform.api.get('db/_table/customer?limit=1')
console.log(answer.content)
`,
}

const php: Sample = {
  type: 'php',
  label: 'PHP',
  before: `// Before records are written: {service}._table.{table_name}.post.pre_process
// An exception refuses the request, and its message is the answer.
foreach ($event['request']['payload']['resource'] as $record) {
    if (empty($record['name'])) {
        throw new Exception('name is missing');
    }
}
`,
  after: `// After records were read: {service}._table.{table_name}.get.post_process
// Counts only where the script may modify the response.
foreach ($event['response']['content']['resource'] as $index => $record) {
    $event['response']['content']['resource'][$index]['read_at'] = date('c');
}
`,
  call: `// Records of another table, with the rights of whoever asks.
$get = $platform['api']->get;
$answer = $get('db/_table/customer?limit=1');
print_r($answer['content']);
`,
}

const python: Omit<Sample, 'type' | 'label'> = {
  before: `# Before records are written: {service}._table.{table_name}.post.pre_process
# What is raised refuses the request, and its message is the answer.
for record in event['request']['payload']['resource']:
    if not record.get('name'):
        raise ValueError('name is missing')
`,
  after: `# After records were read: {service}._table.{table_name}.get.post_process
# Counts only where the script may modify the response.
import datetime
for record in event['response']['content']['resource']:
    record['read_at'] = datetime.datetime.now().isoformat()
`,
  call: `# Records of another table, with the rights of whoever asks.
answer = platform.api.get('db/_table/customer?limit=1')
print(answer.read())
`,
}

/** A way to begin in each language. */
const samples: readonly Sample[] = [
  nodejs,
  php,
  { type: 'python', label: 'Python', ...python },
  { type: 'python3', label: 'Python3', ...python },
]
