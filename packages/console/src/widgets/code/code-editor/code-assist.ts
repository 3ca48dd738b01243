import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type CodeKnowledge, type CodeMark, type CodeMember, offeredMembers } from './code-knowledge.ts'
import type { CodeLanguage } from './code-language.ts'
import { t } from './messages.ts'

interface AssistParts extends CodeKnowledge {
  readonly language: CodeLanguage
}

/** Completes the names available to a script, and marks syntax errors and the given lines. */
export function assist({ language, members, marks }: AssistParts): Extension {
  const complete = (context: CompletionContext): CompletionResult | null => {
    const line = context.state.doc.lineAt(context.pos)
    const offer = offeredMembers(line.text.slice(0, context.pos - line.from), members, language)
    if (offer === null) return null
    const options = offer.members.map((member, at) => asCompletion(member, offer.closing, at))
    return { from: context.pos - offer.typed, options, validFor: /^\$?\w*$/ }
  }
  return [
    autocompletion({ icons: false, aboveCursor: false }),
    EditorState.languageData.of(() => [{ autocomplete: complete }]),
    linter((view) => [...unreadable(view.state, language), ...marked(view.state, marks)], { delay: 400 }),
    lintGutter(),
    look,
  ]
}

/** Offers members in the order in which they are declared. */
function asCompletion({ name, type, info }: CodeMember, closing: string, at: number): Completion {
  return { label: name, detail: type, apply: `${name}${closing}`, boost: Math.max(1, 90 - at), ...(info && { info }) }
}

/** Maximum number of problems to show. */
const maxProblems = 20

/** Syntax errors of the text, at most one per line. */
function unreadable(state: EditorState, language: CodeLanguage): Diagnostic[] {
  // Text outside PHP tags is not part of its grammar.
  if (language === 'text' || (language === 'php' && /<\?/.test(state.doc.toString()))) return []
  const byLine = new Map<number, Diagnostic>()
  syntaxTree(state).iterate({
    enter: ({ type, from, to }) => {
      if (!type.isError || byLine.size >= maxProblems) return
      const line = state.doc.lineAt(Math.min(from, state.doc.length))
      if (byLine.has(line.number)) return
      const end = Math.min(Math.max(to, from + 1), line.to)
      byLine.set(line.number, {
        from: Math.min(from, end),
        to: end,
        severity: 'error',
        message: t.syntaxError({ line: line.number }),
      })
    },
  })
  return [...byLine.values()]
}

function marked({ doc }: EditorState, marks: readonly CodeMark[]): Diagnostic[] {
  return marks
    .filter(({ line }) => line >= 1 && line <= doc.lines)
    .map(({ line, message }) => {
      const { from, to } = doc.line(line)
      return { from, to, severity: 'error', message, markClass: 'cm-told' }
    })
}

const look = EditorView.theme({
  '.cm-tooltip': {
    border: '1px solid var(--border-strong)',
    borderRadius: '6px',
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow-2)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '14em', padding: '4px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px', borderRadius: '4px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--surface-selected)',
    color: 'var(--text)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionDetail': { color: 'var(--text-muted)', fontStyle: 'normal', marginLeft: '1.5em' },
  '.cm-completionInfo': { padding: '6px 10px', maxWidth: '280px', fontFamily: 'var(--font-sans)' },
  // There is no room for it next to the names.
  '@media (width < 640px)': { '.cm-completionInfo': { display: 'none' } },
  '.cm-tooltip-lint': { padding: '0', fontFamily: 'var(--font-sans)' },
  '.cm-diagnostic': { padding: '6px 10px' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--danger)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger-text) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-told': { backgroundColor: 'var(--danger-soft)' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0 2px' },
  '.cm-lint-marker': { width: '10px', height: '10px' },
  '.cm-lint-marker-error': { content: 'none', borderRadius: '50%', backgroundColor: 'var(--danger)', marginTop: '5px' },
})
