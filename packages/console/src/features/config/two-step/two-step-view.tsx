import type { TwoStepPolicy } from '@millwright/contract/wire/two-step'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { environmentQuery } from '../../../instance/environment.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { notify } from '../../../notifications/notify.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Choice, type ChoiceOption } from '../../../ui/choice.tsx'
import { Text } from '../../../ui/text.tsx'
import { useManagedForm } from '../../../widgets/form/managed/managed-note.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { policyQuery } from '../first-queries.ts'
import { t } from '../messages.ts'
import styles from './two-step-view.module.css'

/** Chooses who must use two-step sign-in. */
export function TwoStepView() {
  const queryClient = useQueryClient()
  const stored = useQuery(policyQuery).data?.policy ?? 'off'
  const { block, below } = useManagedForm({ collection: 'system/two_step', name: 'two_step' })
  const [chosen, setChosen] = useState<TwoStepPolicy | null>(null)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const policy = chosen ?? stored

  const save = async () => {
    if (saving) return
    setSaving(true)
    setProblem(null)
    try {
      const { data } = await send({ verb: 'PUT', path: 'system/two_step', body: { policy } })
      queryClient.setQueryData(policyQuery.queryKey, data)
      setChosen(null)
      notify({ type: 'success', title: t.twoStep, text: t.twoStepSaved })
      await queryClient.invalidateQueries(environmentQuery)
      await queryClient.invalidateQueries({ queryKey: ['two-step'] })
    } catch (error) {
      setProblem(messageOf(error))
    }
    setSaving(false)
  }

  return (
    <form
      className={styles.view}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Text tone="muted" measure>
        {t.twoStepPurpose}
      </Text>
      {below(
        <>
          {problem ? (
            <Banner tone="danger" onDismiss={() => setProblem(null)}>
              {problem}
            </Banner>
          ) : null}
          <Choice
            framed
            label={t.requireSecondStep}
            options={choices()}
            value={policy}
            disabled={block !== null}
            onChange={setChosen}
          />
          <div>
            <Button
              type="submit"
              variant="primary"
              loading={saving}
              disabledReason={block ?? (policy === stored && t.nothingWasChanged)}
            >
              {tabWords.save}
            </Button>
          </div>
        </>,
      )}
    </form>
  )
}

const choices = (): readonly ChoiceOption<TwoStepPolicy>[] => [
  { value: 'off', label: t.nobody, help: t.secondStepNever },
  { value: 'allowed', label: t.optional, help: t.secondStepOptional },
  { value: 'admins', label: t.administrators, help: t.secondStepAdmins },
  { value: 'everybody', label: t.everybody, help: t.secondStepEveryone },
]
