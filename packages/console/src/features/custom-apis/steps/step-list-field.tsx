import { type PlanStep, planBounds, stepKey } from '@millwright/contract/records/execution-plan'
import { IconPlus, IconTransform } from '@tabler/icons-react'
import { useState } from 'react'
import { notify } from '../../../notifications/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { t } from '../messages.ts'
import { changedStep, movedStep, type Steps, withoutStep, withRemoved, withStep } from '../plan/step-list.ts'
import { StepCard, useStepDrag } from './step-card.tsx'
import type { StepSurroundings } from './surroundings.ts'

interface StepListFieldProps {
  steps: Steps
  /** Of one step, by its key. */
  aroundOf: (key: number) => StepSurroundings
  /** Messages about a step that none of its fields shows. */
  errorsOf: (key: number) => readonly string[]
  /** Whether there is any message about a step. */
  wrongOf: (key: number) => boolean
  error: string | undefined
  /** `about`: the step that was changed; its errors are answered. */
  onChange: (change: (steps: Steps) => Steps, about: number | null) => void
  onRename: (key: number, id: string) => void
  /** The service of a new step. */
  service: string
}

/** The steps of an endpoint as cards: added, moved by mouse or keyboard, and removed. */
export function StepListField(props: StepListFieldProps) {
  const { steps, aroundOf, errorsOf, wrongOf, error, onChange, onRename, service } = props
  const [closed, setClosed] = useState<ReadonlySet<number>>(
    () => new Set(steps.length > 2 ? steps.map(({ key }) => key) : []),
  )
  const move = (key: number, to: number) => onChange((now) => movedStep(now, key, to), null)
  const { list, dragOf } = useStepDrag(
    steps.map(({ key }) => key),
    move,
  )
  const full = steps.length >= planBounds.steps && t.stepLimit({ count: planBounds.steps })
  const add = (step: PlanStep) => onChange((now) => withStep(now, step), null)
  const remove = (key: number) => {
    const at = steps.findIndex((each) => each.key === key)
    const removed = steps[at]
    if (!removed) return
    onChange((now) => withoutStep(now, key), key)
    notify({
      type: 'success',
      title: t.module,
      text: t.stepRemoved({ name: stepKey(removed.step, at) }),
      tag: 'step',
      action: { label: t.undo, run: () => onChange((now) => withRemoved(now, removed, at), null) },
    })
  }
  const lastKey = steps.length === 0 ? '' : stepKey(steps.at(-1)?.step ?? {}, steps.length - 1)
  return (
    <Stack gap={3}>
      {error ? (
        <Text tone="danger" size="sm" role="alert" tabIndex={-1}>
          {error}
        </Text>
      ) : null}
      {steps.length === 0 ? <Text tone="muted">{t.noSteps}</Text> : null}
      <Stack as="ol" ref={list} gap={2} aria-label={t.steps}>
        {steps.map(({ key, step }, at) => (
          <StepCard
            key={key}
            number={at + 1}
            count={steps.length}
            name={stepKey(step, at)}
            step={step}
            around={aroundOf(key)}
            isOpen={!closed.has(key) || wrongOf(key)}
            errors={errorsOf(key)}
            drag={dragOf(key)}
            onOpen={(isOpen) =>
              setClosed((now) => new Set(isOpen ? [...now].filter((each) => each !== key) : [...now, key]))
            }
            onChange={(change) => onChange((now) => changedStep(now, key, change), key)}
            onRename={(id) => onRename(key, id)}
            onMove={(to) => move(key, to)}
            onRemove={() => remove(key)}
          />
        ))}
      </Stack>
      <Row gap={2} wrap>
        <Button
          icon={<IconPlus />}
          disabledReason={full}
          onClick={() => add({ id: 'step', type: 'service_request', service, method: 'GET' })}
        >
          {t.addStep}
        </Button>
        <Button
          variant="quiet"
          icon={<IconTransform />}
          disabledReason={full}
          onClick={() =>
            add({ id: 'transform', type: 'transform', from: lastKey === '' ? '' : `{steps.${lastKey}}`, ops: [] })
          }
        >
          {t.transformStep}
        </Button>
      </Row>
    </Stack>
  )
}
