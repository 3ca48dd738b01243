import { string } from '@millwright/contract/records/field'
import { twoStepPolicies } from '@millwright/contract/wire/two-step'
import { rejectProgram } from '../../../../access/required-rights.ts'
import { declareTable } from '../../../../records/system/declared-table.ts'
import { actorOf } from '../../../ground/system/actor.ts'
import type { KeptSettings } from '../../../ground/system/resource.ts'
import { changePolicy, policyNamed, policySetting } from './policy.ts'

const name = 'two_step'

/** The rule for two-step sign-in in folders of configuration; absent until it is set. Programs cannot change it (docs/wire/config.md). */
export const twoStepRule: KeptSettings = {
  declaration: {
    name,
    label: 'Two-Step Sign-In',
    description: 'Who needs two-step sign-in.',
    travels: { key: 'name', files: { file: 'settings.yaml' }, remains: () => true },
    declared: declareTable({
      table: 'setting',
      label: 'Setting',
      key: 'name',
      keyType: 'text',
      audit: 'none',
      authority: 'instance',
      fields: { name: string({ required: true }), policy: string({ label: 'Policy', default: 'off' }) },
      columns: {
        name: { check: (value) => (value === name ? null : `There is no setting '${value}'. Known is ${name}.`) },
        policy: {
          check: (value) =>
            policyNamed(value) === undefined ? `policy must be one of ${twoStepPolicies.join(', ')}.` : null,
        },
      },
    }),
    scope: { values: {} },
    relations: [],
  },
  async read(all, only) {
    if (only !== null && only !== name) return []
    const [row] = await all('SELECT "value" FROM "setting" WHERE "name" = ?', [policySetting])
    return row === undefined ? [] : [{ name, policy: policyNamed(row.value) ?? 'off' }]
  },
  async write(_, row, { tx, log, request, parts }) {
    rejectProgram(request.caller)
    await changePolicy(tx, policyNamed(row?.policy) ?? 'off', log, actorOf(request, log, parts))
  },
}
