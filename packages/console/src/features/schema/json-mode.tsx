import { CodeEditor } from '../../widgets/code-editor/code-editor.tsx'

interface JsonModeProps {
  label: string
  text: string
  onChange: (text: string) => void
  error: string | null
}

/** A part of a schema as text. */
export function JsonMode({ label, text, onChange, error }: JsonModeProps) {
  return (
    <CodeEditor label={label} labelHidden language="json" value={text} onChange={onChange} lines={20} error={error} />
  )
}
