import type { ReactNode } from 'react'
import type { Draft } from './draft.ts'
import { EditorForm, type EditorSection } from './editor-form.tsx'
import { TroubleNotice } from './trouble-notice.tsx'
import type { Form, FormDeclaration } from './use-form.ts'
import { useSection } from './use-section.ts'

interface RecordFormProps<R, D extends Draft> {
  editor: Form<R, D>
  declaration: Pick<FormDeclaration<R, D>, 'toDraft' | 'labels'>
  one: string
  /** The first one is shown first. */
  sections: readonly EditorSection[]
  saveLabel?: string
  /** The word on the button that leaves the form; `Cancel` when absent. */
  cancelLabel?: string
  /** Further ways on, beside the button that saves; given the open section, and a way to another. */
  actions?: (section: string, open: (section: string) => void) => ReactNode
  /** Another form is open over this one, and has the keys. */
  behind?: boolean
  onClose: () => void
}

/** The form of a record: its sections, what is wrong, what came between, and what is unsaved. */
export function RecordForm<R, D extends Draft>(props: RecordFormProps<R, D>) {
  const { editor, declaration, sections, onClose } = props
  const { section, open } = useSection(sections)
  return (
    <EditorForm
      sections={sections}
      section={section}
      onSection={open}
      unsaved={editor.unsaved}
      labels={declaration.labels}
      problem={editor.problem}
      refusals={editor.refusals}
      saving={editor.saving}
      saveLabel={props.saveLabel ?? 'Save'}
      cancelLabel={props.cancelLabel}
      actions={props.actions?.(section, open)}
      isNew={editor.isNew}
      behind={props.behind ?? false}
      notice={
        <TroubleNotice
          trouble={editor.trouble}
          one={props.one}
          before={editor.before}
          draft={editor.draft}
          toDraft={declaration.toDraft}
          labels={declaration.labels}
          saving={editor.saving}
          onRetry={() => void editor.save()}
          onStartAnew={editor.startAnew}
          onClose={onClose}
          onResolve={(theirs, choices) => void editor.resolve(theirs, choices)}
        />
      }
      onSave={() => void editor.save()}
      onCancel={onClose}
    />
  )
}
