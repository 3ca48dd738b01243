import { IconBraces, IconCheck, IconTable } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { CodeEditor } from '../../widgets/code/code-editor/code-editor.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import { schemaMessages } from './messages.ts'
import type { TableJson } from './use-table-json.ts'

interface JsonModeProps {
  label: string
  text: string
  onChange: (text: string) => void
  error: string | null
}

interface JsonToggleProps {
  json: Pick<TableJson, 'text' | 'open' | 'validate' | 'close'>
}

/** Buttons that switch to JSON mode and back, and check the JSON. */
export function JsonToggle({ json }: JsonToggleProps) {
  if (json.text === null)
    return (
      <Button reads size="small" icon={<IconBraces />} onClick={json.open}>
        {schemaMessages.json}
      </Button>
    )
  return (
    <>
      <Button size="small" icon={<IconCheck />} onClick={json.validate}>
        {schemaMessages.validate}
      </Button>
      <Button reads size="small" icon={<IconTable />} onClick={json.close}>
        {tabWords.table}
      </Button>
    </>
  )
}

/** Part of a schema as JSON text. */
export function JsonMode({ label, text, onChange, error }: JsonModeProps) {
  return (
    <CodeEditor label={label} labelHidden language="json" value={text} onChange={onChange} lines={20} error={error} />
  )
}
