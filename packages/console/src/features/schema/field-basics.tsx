import { returnTypes } from '@millwright/contract/wire/table-schema'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { FormFields } from '../../widgets/editor-frame/use-form.ts'
import type { FieldForm } from './field-form.ts'
import { manualType, openProperties, typeOptions } from './field-types.ts'
import styles from './schema.module.css'

interface FieldBasicsProps {
  form: FormFields<FieldForm>
  nameOpen: boolean
}

/** What a field is called, what it holds, and what stands in it when nothing is given. */
export function FieldBasics({ form, nameOpen }: FieldBasicsProps) {
  const { draft, set, field } = form
  const open = openProperties(draft)
  const makeVirtual = (virtual: boolean) => {
    set('is_virtual', virtual)
    const fits = virtual ? (returnTypes as readonly string[]).includes(draft.type) : draft.type !== ''
    if (!fits) set('type', 'string')
  }
  return (
    <>
      <div className={styles.grid}>
        <TextField {...field('name')} label="Name" required mono spellCheck={false} disabled={!nameOpen} />
        <TextField {...field('alias')} label="Alias" mono spellCheck={false} />
        <TextField {...field('label')} label="Label" />
      </div>
      <TextField {...field('description')} label="Description" />
      <Row gap={5} rowGap={3} align="stretch" wrap>
        <Checkbox
          {...field('is_virtual')}
          label="Is Virtual?"
          help="Computed by a function below; there is no such column."
          onChange={makeVirtual}
        />
        <Checkbox {...field('is_aggregate')} label="Is Aggregate?" disabled={!open.is_aggregate} />
      </Row>
      <div className={styles.grid}>
        <SelectField {...field('type')} label="Type" required options={typeOptions(draft.is_virtual, draft.type)} />
        <TextField
          {...field('db_type')}
          label="Database Type"
          mono
          spellCheck={false}
          disabled={!open.db_type}
          help={draft.type === manualType ? 'Goes to the database as it is.' : undefined}
        />
        <TextField {...field('length')} label="Length" inputMode="numeric" disabled={!open.length} />
        <TextField {...field('precision')} label="Precision" inputMode="numeric" disabled={!open.precision} />
        <TextField {...field('scale')} label="Scale" inputMode="numeric" disabled={!open.precision} />
      </div>
      <Row gap={5} rowGap={3} align="stretch" wrap>
        <Checkbox {...field('fixed_length')} label="Fixed Length" disabled={!open.fixed_length} />
        <Checkbox {...field('supports_multibyte')} label="Supports Multibyte" disabled={!open.fixed_length} />
        <Checkbox {...field('allow_null')} label="Allow Null" />
        <Checkbox {...field('auto_increment')} label="Auto Increment" />
      </Row>
      <div className={styles.wideGrid}>
        <Stack gap={3}>
          <TextField {...field('default')} label="Default Value" mono={draft.computed} spellCheck={false} />
          <Checkbox
            {...field('computed')}
            label="Default is an expression"
            help="Such as CURRENT_TIMESTAMP: the database computes it."
          />
        </Stack>
        {open.picklist ? (
          <TextField
            {...field('picklist')}
            label="Picklist"
            help="Values with commas between. They are suggested; with the rule picklist below, nothing else is taken."
          />
        ) : null}
      </div>
    </>
  )
}
