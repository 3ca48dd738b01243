import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { classNames } from '../../../ui/class-names.ts'
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
 * The editor itself. It lives in a shadow root, since its styles are generated at run time: there they become a constructed stylesheet,
 * which the content security policy allows.
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

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-constant)' },
  { tag: [tags.propertyName, tags.attributeName, tags.definition(tags.propertyName)], color: 'var(--code-name)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--code-function)' },
  { tag: [tags.comment, tags.meta], color: 'var(--text-faint)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--danger-text)' },
])

/** Styles based on the console's design tokens: these reach into the shadow root, its stylesheets do not. */
const look = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'transparent', fontSize: 'var(--text-sm)', maxHeight: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55', minHeight: 'var(--room)', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0', minHeight: 'var(--room)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutter': { minHeight: 'var(--room)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface-sunken)',
    color: 'var(--text-faint)',
    borderRight: '1px solid var(--border)',
  },
  '.cm-activeLine': { backgroundColor: 'var(--code-line)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--surface-active)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--code-selection)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--code-match)' },
  '.cm-panels': { backgroundColor: 'var(--surface-sunken)', color: 'var(--text)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--border)' },
  '.cm-textfield': {
    border: '1px solid var(--border-control)',
    borderRadius: '4px',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
  },
  '.cm-button': {
    border: '1px solid var(--border-strong)',
    borderRadius: '4px',
    backgroundColor: 'var(--surface-raised)',
    backgroundImage: 'none',
    color: 'var(--text)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--code-match)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--code-selection)' },
})

/** Extensions of every editor. Tab moves to the next control, as everywhere in a form. */
const basics: readonly Extension[] = [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  history(),
  foldGutter(),
  drawSelection(),
  EditorState.allowMultipleSelections.of(true),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  search({ top: true }),
  EditorView.lineWrapping,
  syntaxHighlighting(colours),
  look,
  keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap]),
]

function labelled(label: string, readOnly: boolean, invalid: boolean): Extension {
  return EditorView.contentAttributes.of({
    'aria-label': label,
    // Explicit, since not every tool that looks for focusable elements recognizes editable text.
    tabindex: '0',
    ...(readOnly && { 'aria-readonly': 'true' }),
    ...(invalid && { 'aria-invalid': 'true' }),
  })
}

function writable(may: boolean): Extension {
  return [EditorState.readOnly.of(!may), EditorView.editable.of(may)]
}
