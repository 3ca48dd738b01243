import { planBounds, stepKey } from '@millwright/contract/records/execution-plan'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import styles from './custom-apis.module.css'
import { t } from './messages.ts'
import { type AnswerMember, type EndpointDraft, isMembers } from './plan/endpoint-draft.ts'
import { withMembers } from './plan/members.ts'
import type { Placeholder } from './plan/placeholders.ts'
import type { Steps } from './plan/step-list.ts'
import { stepResult } from './plan/table-step.ts'
import { PlaceholderField } from './steps/placeholder-field.tsx'
import fields from './steps/steps.module.css'

interface AnswerRowsProps {
  answer: EndpointDraft['response_mapping']
  steps: Steps
  placeholders: readonly Placeholder[]
  error: string | undefined
  onChange: (answer: EndpointDraft['response_mapping']) => void
}

/** What an endpoint answers: the result of its last step, or an object with named members. */
export function AnswerRows({ answer, steps, placeholders, error, onChange }: AnswerRowsProps) {
  const members = isMembers(answer) ? answer : null
  const add = (added: readonly Omit<AnswerMember, 'key'>[]) => {
    const first = Math.max(-1, ...(members ?? []).map(({ key }) => key)) + 1
    onChange([...(members ?? []), ...added.map((member, at) => ({ ...member, key: first + at }))])
  }
  const addAll = () =>
    add(steps.map(({ step }, at) => ({ name: stepKey(step, at), value: stepResult(step, stepKey(step, at)) })))
  return (
    <Stack as="fieldset" gap={2} className={fields.group}>
      <legend>{t.answer}</legend>
      {members === null ? (
        <Text tone="muted" size="sm">
          {t.answerInJson}
        </Text>
      ) : members.length === 0 ? (
        <Text tone="muted" size="sm">
          {t.answerIsLast}
        </Text>
      ) : (
        members.map((member) => (
          <div key={member.key} className={styles.member}>
            <TextField
              label={t.memberName}
              labelHidden
              mono
              spellCheck={false}
              placeholder={tabWords.name}
              value={member.name}
              onChange={(name) => onChange(members.map((each) => (each === member ? { ...each, name } : each)))}
            />
            <PlaceholderField
              label={t.namedValue({ name: member.name })}
              labelHidden
              placeholders={placeholders}
              readOnly={typeof member.value !== 'string'}
              value={typeof member.value === 'string' ? member.value : JSON.stringify(member.value)}
              onChange={(value) => onChange(members.map((each) => (each === member ? { ...each, value } : each)))}
            />
            <IconButton
              label={t.removeMember({ name: member.name })}
              danger
              icon={<IconTrash />}
              onClick={() => onChange(members.filter((each) => each !== member))}
            />
          </div>
        ))
      )}
      {error ? (
        <Text tone="danger" size="sm" role="alert" tabIndex={-1}>
          {error}
        </Text>
      ) : null}
      {members === null ? null : (
        <Row gap={2} wrap>
          {members.length === 0 && steps.length > 1 ? (
            <Button size="small" onClick={addAll}>
              {t.answerWithAll}
            </Button>
          ) : null}
          <Button size="small" icon={<IconPlus />} onClick={() => add([{ name: '', value: '' }])}>
            {t.addMember}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

interface OptionFieldsProps {
  plan: EndpointDraft['plan']
  error: string | undefined
  onChange: (plan: EndpointDraft['plan']) => void
}

/** Paging and caching of an endpoint that reads. */
export function OptionFields({ plan, error, onChange }: OptionFieldsProps) {
  const set = (change: object) => onChange(withMembers(plan, change))
  const { ttl } = plan.cache ?? {}
  return (
    <>
      <Checkbox
        label={t.page}
        help={t.pageHelp}
        value={plan.page === true}
        onChange={(page) => set({ page: page ? true : undefined })}
      />
      <TextField
        label={t.cacheSeconds}
        help={t.cacheHelp}
        type="number"
        min={1}
        max={planBounds.cacheSeconds}
        value={ttl === undefined ? '' : String(ttl)}
        onChange={(text) => set({ cache: text === '' ? undefined : { ttl: Number(text) } })}
      />
      {error ? (
        <Text tone="danger" size="sm" role="alert" tabIndex={-1}>
          {error}
        </Text>
      ) : null}
    </>
  )
}
