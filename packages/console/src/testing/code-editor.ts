import { EditorView } from '@codemirror/view'
import { waitFor } from '@testing-library/react'

// jsdom has no selection in shadow roots; without this, the editor's way around that fails where it is focused.
if (!('execCommand' in document)) Object.assign(document, { execCommand: () => false })

/** The code editor of the page, once its code is there. */
export function codeEditor(): Promise<EditorView> {
  return waitFor(() => {
    const root = document.querySelector('[data-code-editor]')?.shadowRoot
    const content = root?.querySelector<HTMLElement>('.cm-content')
    const view = content && EditorView.findFromDOM(content)
    if (!view) throw new Error('There is no editor yet.')
    return view
  })
}

/** Types a text in place of all that is there. */
export function typeCode(view: EditorView, text: string): void {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
}
