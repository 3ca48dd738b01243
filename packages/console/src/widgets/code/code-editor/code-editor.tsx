import { lazy, type Ref, Suspense, useId } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import field from '../../../ui/field.module.css'
import { useReadOnly } from '../../../ui/read-only.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './code-editor.module.css'
import type { CodeEditorHandle, CodeKnowledge } from './code-knowledge.ts'
import type { CodeLanguage } from './code-language.ts'

const CodeMirror = lazy(() => import('./code-mirror.tsx').then((module) => ({ default: module.CodeMirror })))

export interface CodeEditorProps {
  label: string
  labelHidden?: boolean
  language: CodeLanguage
  value: string
  onChange: (value: string) => void
  readOnly?: boolean
  help?: string | null | undefined
  /** Shown below the editor and announced with it. */
  error?: string | null | undefined
  /** Minimum number of visible lines; the editor grows with its text up to most of the window height. */
  lines?: number
  /** Enables completion of names and marks on lines. */
  knowledge?: CodeKnowledge | undefined
  handle?: Ref<CodeEditorHandle>
  /** The line to scroll to and place the cursor on initially. */
  startLine?: number | null
}

/** An editor for code or documents, with line numbers, highlighting and search (Ctrl F). Its code is loaded when it is first shown. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, labelHidden = false, help, error, lines = 12 } = props
  const id = useId()
  const locked = useReadOnly() !== null
  return (
    <div className={field.field} style={{ '--lines': lines }}>
      {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : <span className={field.label}>{label}</span>}
      <Suspense fallback={<div className={classNames(styles.frame, styles.waiting)} aria-busy="true" />}>
        <CodeMirror
          label={[label, error, help].filter(Boolean).join('. ')}
          language={props.language}
          value={props.value}
          onChange={props.onChange}
          readOnly={locked || (props.readOnly ?? false)}
          invalid={Boolean(error)}
          knowledge={props.knowledge}
          handle={props.handle}
          startLine={props.startLine ?? null}
        />
      </Suspense>
      {error ? (
        <p id={`${id}-error`} className={field.error}>
          {error}
        </p>
      ) : null}
      {help ? <p className={field.help}>{help}</p> : null}
    </div>
  )
}
