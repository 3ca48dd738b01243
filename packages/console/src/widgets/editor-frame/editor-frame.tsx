import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './editor-frame.module.css'
import type { FormProblem } from './form-problem.ts'
import { ProblemSummary } from './problem-summary.tsx'
import { usePanelFocus } from './use-panel-focus.ts'

export interface EditorSection {
  readonly id: string
  readonly label: string
  /** Members of the draft that stand in it, to know where an error is. */
  readonly fields: readonly string[]
  readonly content: ReactNode
}

interface EditorFrameProps {
  title: string
  subtitle?: ReactNode
  sections: readonly EditorSection[]
  section: string
  onSection: (id: string) => void
  /** What is not saved yet, by name. */
  unsaved: readonly string[]
  labels: Readonly<Record<string, string | undefined>>
  problem: FormProblem
  refusals: number
  saving: boolean
  saveLabel: string
  /** What happened to the record meanwhile; stands above everything. */
  notice?: ReactNode
  onSave: () => void
  onClose: () => void
}

/** The panel in which every record is edited: sections, errors, what is unsaved, and Save and Cancel always in sight. */
export function EditorFrame(props: EditorFrameProps) {
  const { sections, problem, refusals, unsaved } = props
  const heading = useId()
  const panel = useRef<HTMLElement>(null)
  const writeBlock = useWriteBlock()
  const current = sections.find(({ id }) => id === props.section) ?? sections[0]
  const wrong = sections.filter(({ fields }) => fields.some((field) => problem.fields[field]))
  usePanelFocus(panel)

  const showSection = useRef(props.onSection)
  showSection.current = props.onSection
  const errorElsewhere = current && wrong.length > 0 && !wrong.includes(current) ? wrong[0]?.id : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal moves the focus once, later changes do not
  useEffect(() => {
    if (refusals === 0) return
    if (errorElsewhere !== undefined) showSection.current(errorElsewhere)
    const frame = requestAnimationFrame(() => {
      const target = panel.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
      target?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [refusals])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 's' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (!writeBlock) props.onSave()
    } else if (event.key === 'Escape' && !event.defaultPrevented && panel.current?.contains(event.target as Node)) {
      event.preventDefault()
      props.onClose()
    }
  }

  return (
    <>
      <button type="button" tabIndex={-1} className={styles.scrim} aria-label="Close" onClick={props.onClose} />
      <section
        ref={panel}
        role="dialog"
        aria-labelledby={heading}
        tabIndex={-1}
        className={styles.panel}
        onKeyDown={onKeyDown}
      >
        <header className={styles.header}>
          <div className={styles.titles}>
            <h2 id={heading} className={styles.title} title={props.title}>
              {props.title}
            </h2>
            {props.subtitle ? <p className={styles.subtitle}>{props.subtitle}</p> : null}
          </div>
          <IconButton label="Close" icon={<IconX />} onClick={props.onClose} />
        </header>
        <form
          className={styles.form}
          noValidate
          autoComplete="off"
          onSubmit={(event) => {
            event.preventDefault()
            props.onSave()
          }}
        >
          <div className={styles.content}>
            {props.notice}
            <ProblemSummary problem={problem} sections={sections} current={current?.id} labels={props.labels} />
            {sections.length === 1 ? (
              current?.content
            ) : (
              <Tabs
                label="Sections"
                tabs={sections.map(({ id, label }) => ({ id, label, invalid: wrong.some((one) => one.id === id) }))}
                value={current?.id ?? ''}
                onChange={props.onSection}
              >
                {current?.content}
              </Tabs>
            )}
          </div>
          <footer className={styles.footer}>
            <p className={styles.unsaved} role="status">
              {unsaved.length > 0 ? `Not saved yet: ${unsaved.join(', ')}` : ''}
            </p>
            <Button onClick={props.onClose}>Cancel</Button>
            <Button
              type="submit"
              variant="primary"
              loading={props.saving}
              disabledReason={writeBlock}
              aria-keyshortcuts="Control+S Meta+S"
            >
              {props.saveLabel}
            </Button>
          </footer>
        </form>
      </section>
    </>
  )
}
