import type { PlanStep } from '@millwright/contract/records/execution-plan'
import { IconChevronDown, IconChevronRight, IconChevronUp, IconGripVertical, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Pair, Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { t } from '../messages.ts'
import type { StepChange } from '../plan/table-step.ts'
import { PlaceholderField } from './placeholder-field.tsx'
import { RequestFields } from './request-fields.tsx'
import styles from './steps.module.css'
import type { StepSurroundings } from './surroundings.ts'
import { TransformFields } from './transform-fields.tsx'

interface StepCardProps {
  /** 1-based. */
  number: number
  count: number
  /** Under which later steps find the result. */
  name: string
  step: PlanStep
  around: StepSurroundings
  isOpen: boolean
  /** Errors that no field of the card shows. */
  errors: readonly string[]
  drag: StepDrag
  onOpen: (isOpen: boolean) => void
  onChange: (change: StepChange) => void
  onRename: (id: string) => void
  /** To a 0-based position. */
  onMove: (to: number) => void
  onRemove: () => void
}

/** A step of an endpoint: what it does in one line, and below it its fields. */
export function StepCard(props: StepCardProps) {
  const { number, count, name, step, around, isOpen, errors, drag, onMove } = props
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (!event.altKey || by === 0) return
    event.preventDefault()
    onMove(number - 1 + by)
  }
  return (
    <li
      className={styles.card}
      data-dragged={drag.isDragged || undefined}
      data-wrong={errors.length > 0 || undefined}
      aria-label={t.stepNumber({ number, name })}
    >
      <Row className={styles.head} gap={2} onKeyDown={onKeyDown}>
        <span {...drag.handle} className={styles.handle} aria-hidden="true">
          <IconGripVertical size={16} />
        </span>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={`${id}-fields`}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={() => props.onOpen(!isOpen)}
        >
          {isOpen ? (
            <IconChevronDown size={16} aria-hidden="true" />
          ) : (
            <IconChevronRight size={16} aria-hidden="true" />
          )}
          <span className={styles.number}>{number}</span>
          <span className={styles.name}>{name}</span>
          <Text as="span" mono tone="muted" size="sm" truncate shrink>
            {stepSummary(step)}
          </Text>
        </button>
        <IconButton
          size="small"
          label={t.moveEarlier({ name })}
          icon={<IconChevronUp />}
          disabledReason={number === 1 && t.isFirst}
          onClick={() => onMove(number - 2)}
        />
        <IconButton
          size="small"
          label={t.moveLater({ name })}
          icon={<IconChevronDown />}
          disabledReason={number === count && t.isLast}
          onClick={() => onMove(number)}
        />
        <IconButton size="small" label={t.removeStep({ name })} danger icon={<IconTrash />} onClick={props.onRemove} />
      </Row>
      {errors.map((error) => (
        <Text key={error} tone="danger" size="sm" role="alert" tabIndex={-1} className={styles.cardError}>
          {error}
        </Text>
      ))}
      {isOpen ? (
        <Stack id={`${id}-fields`} gap={4} className={styles.fields}>
          {step.type === 'transform' ? (
            <TransformFields step={step} around={around} onChange={props.onChange} />
          ) : (
            <RequestFields step={step} around={around} onChange={props.onChange} />
          )}
          <details
            className={styles.more}
            open={step.when !== undefined || ('each' in step && step.each !== undefined)}
          >
            <summary>{t.moreOptions}</summary>
            <Stack gap={4}>
              <TextField
                label={t.resultName}
                help={t.resultNameHelp({ placeholder: `{steps.${name}}` })}
                mono
                spellCheck={false}
                maxLength={64}
                value={step.id ?? ''}
                error={around.errorAt('id')}
                onChange={props.onRename}
              />
              <Pair>
                <PlaceholderField
                  label={t.runCondition}
                  help={t.whenHelp}
                  whole
                  placeholders={around.placeholders}
                  value={step.when ?? ''}
                  error={around.errorAt('when')}
                  onChange={(when) => props.onChange({ when: when === '' ? undefined : when })}
                />
                {step.type === 'transform' ? null : (
                  <PlaceholderField
                    label={t.runEach}
                    help={t.eachHelp}
                    whole
                    placeholders={around.placeholders}
                    value={step.each ?? ''}
                    error={around.errorAt('each')}
                    onChange={(each) => props.onChange({ each: each === '' ? undefined : each })}
                  />
                )}
              </Pair>
            </Stack>
          </details>
        </Stack>
      ) : null}
    </li>
  )
}

/** What a step does, in the terms of requests: `GET shop/_table/orders`, `{steps.orders} pick, sort`. */
function stepSummary(step: PlanStep): string {
  if (step.type === 'transform') return [step.from, (step.ops ?? []).map(({ op }) => op).join(', ')].join(' ').trim()
  const { method = 'GET', service, resource = '' } = step
  return service === '' ? method : `${method} ${[service, resource].filter(Boolean).join('/')}`
}

/** The handle that moves a card, and whether it is being moved. */
interface StepDrag {
  readonly isDragged: boolean
  readonly handle: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerUp: () => void
    readonly onPointerCancel: () => void
  }
}

/**
 * Moves steps with a pointer, mouse or finger: while a handle is held, its card follows to the place of the card under the pointer.
 * `onMove` gets the key of the step and its new 0-based position.
 */
export function useStepDrag(keys: readonly number[], onMove: (key: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const end = () => setDragged(null)
  const dragOf = (key: number): StepDrag => ({
    isDragged: dragged === key,
    handle: {
      onPointerDown: (event) => {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(key)
      },
      onPointerMove: ({ clientY }) => {
        if (dragged !== key) return
        const to = placeAt([...(list.current?.children ?? [])], keys.indexOf(key), clientY)
        if (to !== keys.indexOf(key)) onMove(key, to)
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  })
  return { list, dragOf }
}

/** The position of the card that the pointer passed the middle of. */
function placeAt(cards: readonly Element[], from: number, y: number): number {
  const middles = cards.map((card) => {
    const { top, height } = card.getBoundingClientRect()
    return top + Math.min(height, 48) / 2
  })
  const passed = middles.findIndex((middle, at) => at < from && y < middle)
  if (passed >= 0) return passed
  const below = middles.findLastIndex((middle, at) => at > from && y > middle)
  return below >= 0 ? below : from
}
