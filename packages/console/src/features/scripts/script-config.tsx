import { useState } from 'react'
import { CodeEditor } from '../../widgets/code-editor/code-editor.tsx'
import styles from './scripts.module.css'

interface ScriptConfigProps {
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

/** Settings that a script finds beside its event; folded away where there are none. */
export function ScriptConfig({ value, error, onChange }: ScriptConfigProps) {
  const [shown, setShown] = useState(value !== '')
  const open = shown || error !== undefined
  return (
    <details className={styles.config} open={open} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>Configuration</summary>
      {open ? (
        <CodeEditor
          label="Configuration"
          labelHidden
          language="json"
          lines={4}
          help="A JSON object that the script finds as platform.config.script."
          error={error}
          value={value}
          onChange={(text) => {
            if (text !== value) onChange(text)
          }}
        />
      ) : null}
    </details>
  )
}
