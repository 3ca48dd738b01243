import { CodeEditor } from '../../../widgets/code-editor/code-editor.tsx'
import { t } from '../messages.ts'
import { jsonText, readJson } from '../plan/json-text.ts'
import { useTypedText } from './use-typed-text.ts'

interface JsonFieldProps {
  label: string
  help?: string
  lines: number
  /** Any JSON; `undefined` for an empty text. */
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
  /** Told whether the text can be read; while it cannot, the value stays as it was. */
  onReadable: (isReadable: boolean) => void
}

/** A value as JSON text. */
export function JsonField({ label, help, lines, value, error, onChange, onReadable }: JsonFieldProps) {
  const [text, setText] = useTypedText(value, jsonText)
  return (
    <CodeEditor
      label={label}
      help={help}
      language="json"
      lines={lines}
      value={text}
      error={readJson(text).ok ? error : t.jsonInvalid}
      onChange={(next) => {
        if (next === text) return
        const found = readJson(next)
        setText(next, found.ok ? found.value : value)
        onReadable(found.ok)
        if (found.ok) onChange(found.value)
      }}
    />
  )
}
