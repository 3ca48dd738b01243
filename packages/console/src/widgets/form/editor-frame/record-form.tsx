import { lazy, type ReactNode, Suspense } from 'react'
import type { Loaded } from '../../../instance/collections.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { commonWords } from '../../../words/messages.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import type { Draft, DraftLabels, Side } from './draft.ts'
import { EditorForm, type EditorSection } from './editor-form.tsx'
import { t } from './messages.ts'
import type { Form, FormDeclaration, Trouble } from './use-form.ts'
import { useSection } from './use-section.ts'

interface RecordFormProps<R, D extends Draft> {
  editor: Form<R, D>
  declaration: Pick<FormDeclaration<R, D>, 'toDraft' | 'labels'>
  one: string
  /** The first one is shown initially. */
  sections: readonly EditorSection[]
  saveLabel?: string
  /** What Save does; a retry repeats what was last saved with. */
  onSave?: () => void
  /** Label of the button that leaves the form; `Cancel` by default. */
  cancelLabel?: string
  /** Additional actions next to the Save button, given the open section and a function to open another. */
  actions?: (section: string, open: (section: string) => void) => ReactNode
  /** What saving will do, visible at any scroll position. */
  preview?: ReactNode
  /** Whether another form is open over this one and handles keys. */
  behind?: boolean
  onClose: () => void
}

/** The form of a record: sections, errors, conflicts and unsaved fields. */
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
      saveLabel={props.saveLabel ?? tabWords.save}
      cancelLabel={props.cancelLabel}
      actions={props.actions?.(section, open)}
      preview={props.preview}
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
          onStartAnew={editor.continueAsNew}
          onClose={onClose}
          onResolve={(theirs, choices) => void editor.resolve(theirs, choices)}
        />
      }
      onSave={props.onSave ?? (() => void editor.save())}
      onCancel={onClose}
    />
  )
}

const ConflictChoice = lazy(() =>
  import('./conflict-choice.tsx').then((module) => ({ default: module.ConflictChoice })),
)

interface TroubleNoticeProps<R, D extends Draft> {
  trouble: Trouble<R> | null
  one: string
  before: D
  draft: D
  toDraft: (record: R | null) => D
  labels: DraftLabels<D>
  saving: boolean
  onRetry: () => void
  onStartAnew: () => void
  onClose: () => void
  onResolve: (theirs: Loaded<R>, choices: ReadonlyMap<string, Side>) => void
}

/** Explains why a save failed, such as by a conflict, and offers ways to continue. */
function TroubleNotice<R, D extends Draft>(props: TroubleNoticeProps<R, D>) {
  const { trouble, one } = props
  if (!trouble) return null
  switch (trouble.kind) {
    case 'offline':
      return (
        <Banner
          tone="warning"
          title={t.instanceAway}
          actions={
            <Button size="small" loading={props.saving} onClick={props.onRetry}>
              {commonWords.tryAgain}
            </Button>
          }
        >
          {t.saveAgainLater}
        </Banner>
      )
    case 'gone':
      return (
        <Banner
          tone="warning"
          title={t.deletedMeanwhile({ one })}
          actions={
            <>
              <Button size="small" onClick={props.onStartAnew}>
                {t.createItAgain}
              </Button>
              <Button size="small" variant="quiet" onClick={props.onClose}>
                {commonWords.close}
              </Button>
            </>
          }
        >
          {t.recreateHelp({ one })}
        </Banner>
      )
    case 'conflict':
      return (
        <Suspense fallback={null}>
          <ConflictChoice
            one={one}
            base={props.before}
            mine={props.draft}
            theirs={props.toDraft(trouble.theirs.record)}
            labels={props.labels}
            saving={props.saving}
            onResolve={(choices) => props.onResolve(trouble.theirs, choices)}
          />
        </Suspense>
      )
  }
}
