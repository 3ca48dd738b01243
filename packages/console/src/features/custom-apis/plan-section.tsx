import { transactionProblems, writingSteps } from '@millwright/contract/custom-apis/transaction'
import { stepKey } from '@millwright/contract/records/execution-plan'
import { isVerb, verbs } from '@millwright/contract/verbs'
import { useQueries } from '@tanstack/react-query'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Text } from '../../ui/text.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Form } from '../../widgets/form/editor-frame/use-form.ts'
import { AnswerRows, OptionFields } from './answer-fields.tsx'
import { BrokenBanner } from './api-badges.tsx'
import { type ApiRecord, basePathOf, endpointPath } from './api-queries.ts'
import styles from './custom-apis.module.css'
import { t } from './messages.ts'
import { ParameterRows } from './parameter-rows.tsx'
import {
  checkEndpointDraft,
  definitionOf,
  type EndpointDraft,
  type EndpointRecord,
  undeclaredIn,
  withDeclared,
  withStepName,
} from './plan/endpoint-draft.ts'
import { withMembers } from './plan/members.ts'
import { withPathParameters } from './plan/parameters.ts'
import { type KnownStep, placeholdersFor } from './plan/placeholders.ts'
import { messageAt, otherMessages, stepField, stepProblems } from './plan/plan-problems.ts'
import { tableOf } from './plan/table-step.ts'
import { StepListField } from './steps/step-list-field.tsx'
import type { StepSurroundings } from './steps/surroundings.ts'
import { stepColumnsQuery } from './table-columns.ts'
import { verbsOfSteps } from './test/test-endpoint.ts'
import { TestPanel } from './test/test-panel.tsx'
import type { Sources } from './use-sources.ts'

interface PlanSectionProps {
  api: ApiRecord
  form: Form<EndpointRecord, EndpointDraft>
  sources: Sources
}

/** A single write is whole anyway. */
function mayBeWhole({ plan, execution_plan }: EndpointDraft): boolean {
  const steps = execution_plan.map(({ step }) => step)
  const isRepeated = steps.some((step) => step.type !== 'transform' && step.each !== undefined)
  return plan.transaction === true || writingSteps({ steps }).length > (isRepeated ? 0 : 1)
}

/** What an endpoint takes, does and answers, with a test of it beside. */
export function PlanSection({ api, form, sources }: PlanSectionProps) {
  const { draft, problem, field, change, set } = form
  const steps = draft.execution_plan
  const known = useKnownSteps(draft)
  const takesBody = draft.method !== 'GET' && draft.method !== 'DELETE'
  const problemsOf = (key: number) => {
    const at = steps.findIndex((each) => each.key === key)
    const found = steps[at]
    return stepProblems(problem.fields, found ? stepKey(found.step, at) : '')
  }
  const aroundOf = (key: number): StepSurroundings => {
    const at = steps.findIndex((each) => each.key === key)
    const problems = problemsOf(key)
    const isEach = 'each' in (steps[at]?.step ?? {})
    return {
      placeholders: placeholdersFor(draft.request_schema, known.slice(0, at), isEach),
      sources: sources.sources,
      others: sources.others,
      hasTables: sources.hasTables,
      addSource: (service) => void sources.add(service),
      declare: (name, type) => {
        const { parameters, text } = withDeclared(draft, name, type)
        set('request_schema', parameters)
        return text
      },
      setReadable: (member, isReadable) => {
        const one = `${key} ${member}`
        change('unreadable', (now) => (isReadable ? now.filter((each) => each !== one) : [...new Set([...now, one])]))
      },
      errorAt: (member) => messageAt(problems, member),
    }
  }
  const changePath = (path: string) => {
    set('path', path)
    change('request_schema', (now) => withPathParameters(now, path))
  }
  return (
    <div className={styles.plan}>
      <Stack gap={5} shrink>
        <BrokenBanner id={form.record?.id} />
        <div className={styles.address}>
          <SelectField
            {...field('method')}
            options={verbs.map((verb) => ({ value: verb, label: verb }))}
            onChange={(verb) => set('method', isVerb(verb) ? verb : 'GET')}
          />
          <TextField
            {...field('path')}
            required
            mono
            spellCheck={false}
            maxLength={255}
            help={t.urlPreview({ url: `/api/v2/${endpointPath(basePathOf(api), draft.path)}` })}
            onChange={changePath}
          />
        </div>
        <ParameterRows
          parameters={draft.request_schema}
          undeclared={undeclaredIn(draft)}
          takesBody={takesBody}
          error={problem.fields.request_schema}
          onChange={(parameters) => set('request_schema', parameters)}
        />
        <section aria-label={t.steps}>
          <Text as="h2" weight="medium" className={styles.heading}>
            {t.steps}
          </Text>
          <StepListField
            steps={steps}
            service={sources.sources[0]?.name ?? ''}
            aroundOf={aroundOf}
            errorsOf={(key) => otherMessages(problemsOf(key))}
            wrongOf={(key) => problemsOf(key).size > 0}
            error={problem.fields.execution_plan}
            onChange={(next, about) => {
              const at = steps.findIndex(({ key }) => key === about)
              const found = steps[at]
              change(
                'execution_plan',
                next,
                found ? stepField(stepKey(found.step, at), '').slice(0, -1) : 'execution_plan',
              )
            }}
            onRename={(key, id) => form.replace(withStepName(draft, key, id))}
          />
          {mayBeWhole(draft) ? (
            <Checkbox
              label={t.whole}
              help={t.wholeHelp}
              value={draft.plan.transaction === true}
              onChange={(isOn) => set('plan', withMembers(draft.plan, { transaction: isOn ? true : undefined }))}
            />
          ) : null}
        </section>
        <AnswerRows
          answer={draft.response_mapping}
          steps={steps}
          placeholders={placeholdersFor(draft.request_schema, known, false)}
          error={problem.fields.response_mapping}
          onChange={(answer) => set('response_mapping', answer)}
        />
        <details className={styles.more} open={problem.fields.plan !== undefined}>
          <summary>{t.moreOptions}</summary>
          <Stack gap={4}>
            <TextField {...field('label')} help={t.labelHelp} maxLength={80} />
            <TextArea {...field('description')} rows={2} />
            {draft.method === 'GET' ? (
              <OptionFields plan={draft.plan} error={problem.fields.plan} onChange={(plan) => set('plan', plan)} />
            ) : null}
            <Checkbox {...field('is_active')} help={t.activeHelp} />
          </Stack>
        </details>
      </Stack>
      <aside className={styles.test}>
        <TestPanel
          endpoint={{
            api_id: api.id,
            ...(form.record?.id !== undefined && { id: form.record.id }),
            ...definitionOf(draft, form.record),
          }}
          parameters={draft.request_schema}
          canUndo={
            transactionProblems(definitionOf(draft, null).execution_plan, sources.known?.sources ?? []).length === 0
          }
          verbs={verbsOfSteps(steps.map(({ step }) => step))}
          takesBody={takesBody}
          examples={{
            examples: draft.docs,
            error: problem.fields.docs,
            onChange: (examples) => set('docs', examples),
          }}
          invalid={invalidReason(draft)}
        />
      </aside>
    </div>
  )
}

/** Why a draft cannot be run, in a sentence; `null` if it can. */
function invalidReason(draft: EndpointDraft): string | null {
  const found = checkEndpointDraft(draft)
  return found === null ? null : (Object.values(found.fields)[0] ?? null)
}

/** The steps under their names, with the columns of their tables as far as they are known. Steps of one table share one query. */
function useKnownSteps({ execution_plan: steps }: EndpointDraft): readonly KnownStep[] {
  const targets = steps.map(({ step }) => {
    const service = step.type === 'transform' ? '' : step.service
    const table = step.type === 'transform' ? '' : (tableOf(step)?.table ?? '')
    return { id: JSON.stringify([service, table]), service, table }
  })
  const uniqueTargets = [...new Map(targets.map((target) => [target.id, target])).values()]
  const columns = useQueries({ queries: uniqueTargets.map(({ service, table }) => stepColumnsQuery(service, table)) })
  const columnsOf = new Map(uniqueTargets.map(({ id }, at) => [id, columns[at]?.data ?? []]))
  return steps.map(({ step }, at) => ({
    key: stepKey(step, at),
    step,
    fields: (columnsOf.get(targets[at]?.id ?? '') ?? []).map(({ name }) => name),
  }))
}
