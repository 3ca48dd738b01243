import { EditorView } from '@codemirror/view'
import { waitFor } from '@testing-library/react'

// jsdom has no selection in shadow roots, and the editor's workaround fails on focus without this.
if (!('execCommand' in document)) Object.assign(document, { execCommand: () => false })

/** The page's code editor, once it is loaded. */
export function codeEditor(): Promise<EditorView> {
  return waitFor(() => {
    const root = document.querySelector('[data-code-editor]')?.shadowRoot
    const content = root?.querySelector<HTMLElement>('.cm-content')
    const view = content && EditorView.findFromDOM(content)
    if (!view) throw new Error('There is no editor yet.')
    return view
  })
}

/** Replaces the whole text. */
export function typeCode(view: EditorView, text: string): void {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
}
