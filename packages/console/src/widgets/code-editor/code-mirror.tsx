import { Compartment } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { basics, labelled, writable } from './code-basics.ts'
import styles from './code-editor.module.css'
import type { CodeEditorHandle, CodeKnowledge } from './code-knowledge.ts'
import { type CodeLanguage, loadLanguage } from './code-language.ts'

interface CodeMirrorProps {
  label: string
  language: CodeLanguage
  value: string
  onChange: (value: string) => void
  readOnly: boolean
  invalid: boolean
  knowledge?: CodeKnowledge | undefined
  handle?: Ref<CodeEditorHandle> | undefined
  startLine: number | null
}

interface Mounted {
  readonly view: EditorView
  readonly language: Compartment
  readonly attributes: Compartment
  readonly writing: Compartment
  readonly assistance: Compartment
}

/**
 * The editor itself. It lives in a shadow root, as its styles are made while it runs: there they become a style sheet
 * object, which the content security policy of the pages allows.
 */
export function CodeMirror(props: CodeMirrorProps) {
  const { label, language, value, onChange, readOnly, invalid, knowledge } = props
  const host = useRef<HTMLDivElement>(null)
  const mounted = useRef<Mounted | null>(null)
  const first = useRef(value)
  const start = useRef(props.startLine)
  const changed = useRef(onChange)
  changed.current = onChange

  useEffect(() => {
    if (!host.current) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open', delegatesFocus: true })
    const parts = {
      language: new Compartment(),
      attributes: new Compartment(),
      writing: new Compartment(),
      assistance: new Compartment(),
    }
    const view = new EditorView({
      doc: first.current,
      root,
      parent: root,
      extensions: [
        ...basics,
        parts.language.of([]),
        parts.attributes.of([]),
        parts.writing.of([]),
        parts.assistance.of([]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed.current(update.state.doc.toString())
        }),
      ],
    })
    mounted.current = { view, ...parts }
    if (start.current) showLine(view, start.current)
    return () => {
      mounted.current = null
      view.destroy()
    }
  }, [])

  useEffect(() => {
    const view = mounted.current?.view
    if (!view || view.state.doc.toString() === value) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    const now = mounted.current
    now?.view.dispatch({
      effects: [
        now.attributes.reconfigure(labelled(label, readOnly, invalid)),
        now.writing.reconfigure(writable(!readOnly)),
      ],
    })
  }, [label, readOnly, invalid])

  useEffect(() => {
    let wanted = true
    void loadLanguage(language).then((extension) => {
      const now = mounted.current
      if (wanted && now) now.view.dispatch({ effects: now.language.reconfigure(extension) })
    })
    return () => {
      wanted = false
    }
  }, [language])

  useEffect(() => {
    if (!knowledge) return
    let wanted = true
    void import('./code-assist.ts').then(({ assist }) => {
      const now = mounted.current
      if (wanted && now) now.view.dispatch({ effects: now.assistance.reconfigure(assist({ language, ...knowledge })) })
    })
    return () => {
      wanted = false
    }
  }, [language, knowledge])

  useImperativeHandle(props.handle, () => ({
    goTo: (line) => {
      if (mounted.current) showLine(mounted.current.view, line)
    },
  }))

  return (
    <div
      ref={host}
      aria-invalid={invalid || undefined}
      data-code-editor
      className={classNames(styles.frame, readOnly && styles.readOnly, invalid && styles.invalid)}
    />
  )
}

function showLine(view: EditorView, line: number): void {
  const { from } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines))
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
  view.focus()
}
