import { checkEndpoint } from '@millwright/contract/custom-apis/check-plan'
import { expect, onTestFinished, test } from 'vitest'
import { InstanceError } from '../../../instance/instance-error.ts'
import { serverMessages } from '../../../instance/server-sentences.ts'
import { setLanguage } from '../../../language/language.ts'
import { messageAt, otherMessages, problemFields, stepProblems, withProblemFields } from './plan-problems.ts'

test('brings each problem of a 422 to its member, and leaves other errors alone', () => {
  const other = new InstanceError('No.', { status: 422, context: { problems: 'none' } })
  expect(withProblemFields(other)).toBe(other)
  const problems = [
    { step: 'o', member: 'params.filter', message: 'A' },
    { step: 'o', member: 'ops.2', message: 'B' },
    { step: 'o', member: 'aliases', message: 'C' },
    { step: 'o2', member: 'service', message: 'D' },
    { step: null, member: 'execution_plan.cache', message: 'E' },
    { step: null, member: 'request_schema.query', message: 'F' },
    { step: null, member: 'steps.3', message: 'G' },
    { step: null },
  ]
  for (const context of [{ problems }, { error: [0], resource: [{ context: { problems } }] }]) {
    const { fieldMessages } = withProblemFields(new InstanceError('All.', { status: 422, context }))
    const fields = Object.fromEntries(Object.entries(fieldMessages).map(([field, [message = '']]) => [field, message]))
    expect(fields).toMatchObject({ plan: 'E', request_schema: 'F', execution_plan: 'G' })
    const step = stepProblems(fields, 'o')
    expect([messageAt(step, 'params.filter'), messageAt(step, 'ops'), messageAt(step, 'service')]).toEqual([
      'A',
      'B',
      undefined,
    ])
    expect(otherMessages(step)).toEqual(['C'])
  }
})

test('says in German what is wrong with a step, found here or by the instance', async () => {
  setLanguage('de')
  onTestFinished(() => setLanguage('en'))
  await serverMessages.load()
  const step = { id: 'o', service: 'gone', resource: '_table/orders/x{query.id}', params: { order: '{query.by}' } }
  const plan = { method: 'GET', path: '/orders', execution_plan: { steps: [step] } }
  const missing = "Step 'o', resource: there is no table 'order' in 'shop'. Did you mean 'orders'?"
  expect(problemFields(checkEndpoint(plan, []))).toEqual({
    'execution_plan.o.service': 'Schritt „o“, service: Es gibt keinen Dienst „gone“.',
    'execution_plan.o.resource':
      'Schritt „o“, resource: {query.id} muss ein ganzer Abschnitt zwischen Schrägstrichen sein.',
    'execution_plan.o.params.order':
      'Schritt „o“, params.order: {query.by} ist hier nur erlaubt, wenn request_schema seine Werte in einem enum aufzählt.',
  })
  expect(problemFields([{ step: 'o', member: 'resource', message: missing }])).toEqual({
    'execution_plan.o.resource':
      'Schritt „o“, resource: In „shop“ gibt es keine Tabelle „order“. Meinten Sie „orders“?',
  })
})
