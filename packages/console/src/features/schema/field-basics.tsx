import { returnTypes } from '@millwright/contract/wire/table-schema'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { FieldControls, FlagMember, TextMember } from './field-form.ts'
import { manualType, openProperties, typeOptions } from './field-types.ts'
import styles from './schema.module.css'

/** What a field is called, what it holds, and what stands in it when nothing is given. */
export function FieldBasics({ draft, errors, set, nameOpen }: FieldControls & { nameOpen: boolean }) {
  const open = openProperties(draft)
  const text = (member: TextMember) => ({
    value: draft[member],
    onChange: (value: string) => set(member, value),
    error: errors[member],
  })
  const check = (member: FlagMember) => ({
    checked: draft[member],
    onChange: (value: boolean) => set(member, value),
    error: errors[member],
  })
  const makeVirtual = (virtual: boolean) => {
    set('is_virtual', virtual)
    const fits = virtual ? (returnTypes as readonly string[]).includes(draft.type) : draft.type !== ''
    if (!fits) set('type', 'string')
  }
  return (
    <>
      <div className={styles.grid}>
        <TextField label="Name" required mono spellCheck={false} disabled={!nameOpen} {...text('name')} />
        <TextField label="Alias" mono spellCheck={false} {...text('alias')} />
        <TextField label="Label" {...text('label')} />
      </div>
      <TextField label="Description" {...text('description')} />
      <Row gap={5} rowGap={3} align="stretch" wrap>
        <Checkbox
          label="Is Virtual?"
          help="Computed by a function below; there is no such column."
          {...check('is_virtual')}
          onChange={makeVirtual}
        />
        <Checkbox label="Is Aggregate?" disabled={!open.is_aggregate} {...check('is_aggregate')} />
      </Row>
      <div className={styles.grid}>
        <SelectField
          label="Type"
          required
          value={draft.type}
          onChange={(type) => set('type', type)}
          options={typeOptions(draft.is_virtual, draft.type)}
          error={errors.type}
        />
        <TextField
          label="Database Type"
          mono
          spellCheck={false}
          disabled={!open.db_type}
          help={draft.type === manualType ? 'Goes to the database as it is.' : undefined}
          {...text('db_type')}
        />
        <TextField label="Length" inputMode="numeric" disabled={!open.length} {...text('length')} />
        <TextField label="Precision" inputMode="numeric" disabled={!open.precision} {...text('precision')} />
        <TextField label="Scale" inputMode="numeric" disabled={!open.precision} {...text('scale')} />
      </div>
      <Row gap={5} rowGap={3} align="stretch" wrap>
        <Checkbox label="Fixed Length" disabled={!open.fixed_length} {...check('fixed_length')} />
        <Checkbox label="Supports Multibyte" disabled={!open.fixed_length} {...check('supports_multibyte')} />
        <Checkbox label="Allow Null" {...check('allow_null')} />
        <Checkbox label="Auto Increment" {...check('auto_increment')} />
      </Row>
      <div className={styles.wideGrid}>
        <Stack gap={3}>
          <TextField label="Default Value" mono={draft.computed} spellCheck={false} {...text('default')} />
          <Checkbox
            label="Default is an expression"
            help="Such as CURRENT_TIMESTAMP: the database computes it."
            {...check('computed')}
          />
        </Stack>
        {open.picklist ? (
          <TextField
            label="Picklist"
            help="Values with commas between. They are suggested; with the rule picklist below, nothing else is taken."
            {...text('picklist')}
          />
        ) : null}
      </div>
    </>
  )
}
