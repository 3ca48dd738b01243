import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ReadOnly } from '../../../ui/read-only.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { useSaveKey } from '../../../ui/use-save-key.ts'
import { commonWords } from '../../../words/messages.ts'
import { useSaveBlock } from '../managed/record-lock.ts'
import { EditorBody } from './editor-frame.tsx'
import { type FormProblem, isAbout } from './form-problem.ts'
import { t } from './messages.ts'

export interface EditorSection {
  readonly id: string
  readonly label: string
  /** Members of the draft in this section, to locate errors. */
  readonly fields: readonly string[]
  /** A short description of a problem in its content. */
  readonly alert?: string | null
  readonly content: ReactNode
  /** The content grows to the height of the form. */
  readonly fills?: boolean
}

interface EditorFormProps {
  sections: readonly EditorSection[]
  /** ID of the open one. */
  section: string
  onSection: (id: string) => void
  /** Labels of unsaved fields. */
  unsaved: readonly string[]
  labels: Readonly<Record<string, string | undefined>>
  problem: FormProblem
  refusals: number
  saving: boolean
  saveLabel: string
  /** Label of the button that leaves the form; `Cancel` by default. */
  cancelLabel?: string | undefined
  /** Additional actions next to the Save button. */
  actions?: ReactNode
  /** What saving will do, visible at any scroll position. */
  preview?: ReactNode
  /** Focuses the first field initially. */
  isNew: boolean
  /** Whether another form is open over this one and handles keys. */
  behind?: boolean
  /** What happened to the record meanwhile; shown at the top. */
  notice: ReactNode
  onSave: () => void
  onCancel: () => void
}

const firstField = '[role="tabpanel"] :is(input, select, textarea, button):not(:disabled)'

/** Sections, errors and unsaved fields, with Save and Cancel always visible. */
export function EditorForm(props: EditorFormProps) {
  const { sections, problem, refusals, unsaved } = props
  const form = useRef<HTMLFormElement>(null)
  const block = useSaveBlock()
  const current = sections.find(({ id }) => id === props.section)
  const content = <ReadOnly value={block}>{current?.content}</ReadOnly>
  const said = Object.keys(problem.fields)
  const wrong = sections.filter(({ fields }) => said.some((each) => fields.some((field) => isAbout(each, field))))
  useSaveKey(block || props.behind ? null : props.onSave)

  const { isNew } = props
  useEffect(() => {
    if (isNew) form.current?.querySelector<HTMLElement>(':is(input:not([type="radio"]), textarea)')?.focus()
  }, [isNew])

  const shown = current?.id
  const formerly = useRef(shown)
  useEffect(() => {
    if (formerly.current === shown) return
    formerly.current = shown
    // A button that opens the next section may have been removed with its section, and focus with it.
    if (document.activeElement === document.body) form.current?.querySelector<HTMLElement>(firstField)?.focus()
  }, [shown])

  const errorElsewhere = current && wrong.length > 0 && !wrong.includes(current) ? wrong[0]?.id : undefined
  const onSection = useRef(props.onSection)
  onSection.current = props.onSection
  const lastRefusals = useRef(0)
  useEffect(() => {
    if (lastRefusals.current === refusals) return
    // First opens the section with the error; this effect runs again once it is rendered.
    if (errorElsewhere !== undefined) return onSection.current(errorElsewhere)
    lastRefusals.current = refusals
    const frame = requestAnimationFrame(() => {
      const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
      wrong?.focus({ preventScroll: true })
      // The message is below the field, and a notification may cover the end of the form.
      wrong?.scrollIntoView?.({ block: 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [refusals, errorElsewhere])

  return (
    <EditorBody
      ref={form}
      inert={props.behind ?? false}
      fills={current?.fills ?? false}
      preview={props.preview}
      status={unsaved.length > 0 ? t.notSavedYet({ fields: unsaved.join(', ') }) : ''}
      buttons={
        <>
          {props.actions}
          <Button onClick={props.onCancel}>{props.cancelLabel ?? commonWords.cancel}</Button>
          <Button
            type="submit"
            variant="primary"
            loading={props.saving}
            disabledReason={block}
            aria-keyshortcuts="Control+S Meta+S"
          >
            {props.saveLabel}
          </Button>
        </>
      }
      onSubmit={props.onSave}
    >
      {props.notice}
      <ProblemSummary problem={problem} sections={sections} current={current?.id} labels={props.labels} />
      {sections.length === 1 ? (
        content
      ) : (
        <Tabs
          label={t.sections}
          tabs={sections.map(({ id, label, alert = null }) => ({
            id,
            label,
            alert,
            invalid: wrong.some((one) => one.id === id),
          }))}
          value={current?.id ?? ''}
          onChange={props.onSection}
          fill={current?.fills ?? false}
        >
          {content}
        </Tabs>
      )}
    </EditorBody>
  )
}

interface ProblemSummaryProps {
  problem: FormProblem
  sections: readonly { readonly id: string; readonly fields: readonly string[] }[]
  current: string | undefined
  labels: Readonly<Record<string, string | undefined>>
}

/** Errors that are not shown at a visible field. */
export function ProblemSummary({ problem, sections, current, labels }: ProblemSummaryProps) {
  const here = sections.find(({ id }) => id === current)?.fields ?? []
  const elsewhere = Object.entries(problem.fields)
    .filter(([said]) => !here.some((field) => isAbout(said, field)))
    .map(([field, message]) => named(labels[field] ?? field, message))
  const messages = [...problem.general, ...elsewhere]
  if (messages.length === 0) return null
  const [only] = messages
  return (
    <Banner tone="danger" {...(messages.length > 1 && { title: t.saveFailed })}>
      {messages.length === 1 ? (
        only
      ) : (
        <ul>
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </Banner>
  )
}

function named(label: string, message: string): string {
  return message.startsWith(label) ? message : `${label}: ${message}`
}
