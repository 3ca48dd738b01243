import { lazy, type Ref, Suspense, useId } from 'react'
import { classNames } from '../../ui/class-names.ts'
import field from '../../ui/field.module.css'
import { useReadOnly } from '../../ui/read-only.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
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
  /** Shown under the editor and announced with it. */
  error?: string | null | undefined
  /** Lines that are seen at least; the editor grows with its text up to most of the window. */
  lines?: number
  /** With it, names are completed, and lines that cannot be read are marked. */
  knowledge?: CodeKnowledge | undefined
  handle?: Ref<CodeEditorHandle>
  /** The line to show, and to go on at, when it is first there. */
  startLine?: number | null
}

/** Text of a program or a document, with line numbers, colours and a search (Ctrl F). Its code is fetched when it is first shown. */
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
