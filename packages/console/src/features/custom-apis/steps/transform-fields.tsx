import { comparisons, type TransformOperation, type TransformStep } from '@millwright/contract/records/execution-plan'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ConditionFields } from '../../../widgets/access/condition/condition-fields.tsx'
import { t as conditionWords } from '../../../widgets/access/condition/opened/messages.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../messages.ts'
import {
  namesOf,
  newOperation,
  type OperationName,
  operationNames,
  operatorOf,
  pairsOf,
  pairText,
  printNames,
} from '../plan/operations.ts'
import type { StepChange } from '../plan/table-step.ts'
import { PlaceholderField } from './placeholder-field.tsx'
import styles from './steps.module.css'
import type { StepSurroundings } from './surroundings.ts'
import { useTypedText } from './use-typed-text.ts'

interface TransformFieldsProps {
  step: TransformStep
  around: StepSurroundings
  onChange: (change: StepChange) => void
}

const labels: Readonly<Record<OperationName, string>> = {
  pick: t.pickFields,
  omit: t.omitFields,
  rename: t.renameFields,
  defaults: t.fillDefaults,
  filter: t.filterRows,
  sort: t.sortRows,
  limit: t.limitRows,
  first: t.firstRow,
  count: t.countRows,
  wrap: t.wrapResult,
  unwrap: t.unwrapResult,
}

/** A value and the operations on it, in order. */
export function TransformFields({ step, around, onChange }: TransformFieldsProps) {
  const { ops = [] } = step
  const error = around.errorAt('ops')
  return (
    <Stack gap={4}>
      <PlaceholderField
        label={t.input}
        required
        whole
        placeholders={around.placeholders}
        value={step.from}
        error={around.errorAt('from')}
        onChange={(from) => onChange({ from })}
      />
      <Stack as="fieldset" gap={2} className={styles.group}>
        <legend>{t.operations}</legend>
        {ops.map((operation, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: operations have no other identity
          <div key={at} className={styles.operation}>
            <Text as="span" size="sm">
              {labels[operation.op]}
            </Text>
            <Row gap={2} grow shrink wrap>
              <OperationFields
                number={at + 1}
                operation={operation}
                around={around}
                onChange={(next) => onChange({ ops: ops.with(at, next) })}
              />
            </Row>
            <IconButton
              label={t.removeOperation({ number: at + 1 })}
              danger
              icon={<IconTrash />}
              onClick={() => onChange({ ops: ops.toSpliced(at, 1) })}
            />
          </div>
        ))}
        {error ? (
          <Text tone="danger" size="sm" role="alert" tabIndex={-1}>
            {error}
          </Text>
        ) : null}
        <Row>
          <Menu
            label={t.addOperation}
            items={operationNames.map((name) => ({
              label: labels[name],
              onSelect: () => onChange({ ops: [...ops, newOperation(name)] }),
            }))}
            trigger={(props) => (
              <Button {...props} size="small" icon={<IconPlus />}>
                {t.addOperation}
              </Button>
            )}
          />
        </Row>
      </Stack>
    </Stack>
  )
}

interface OperationFieldsProps {
  number: number
  operation: TransformOperation
  around: StepSurroundings
  onChange: (operation: TransformOperation) => void
}

function OperationFields({ number, operation, around, onChange }: OperationFieldsProps) {
  switch (operation.op) {
    case 'pick':
    case 'omit':
      return (
        <ReadText
          label={`${t.fields} ${number}`}
          placeholder="id,name"
          value={operation.fields}
          print={printNames}
          read={namesOf}
          onChange={(fields) => onChange({ ...operation, fields })}
        />
      )
    case 'rename':
      return (
        <ReadText
          label={`${t.pairs} ${number}`}
          placeholder="name=title"
          value={operation.map}
          print={pairText}
          read={pairsOf}
          onChange={(map) => onChange({ ...operation, map })}
        />
      )
    case 'defaults':
      return (
        <ReadText
          label={`${t.pairs} ${number}`}
          placeholder="state=open"
          value={operation.values}
          print={pairText}
          read={pairsOf}
          onChange={(values) => onChange({ ...operation, values })}
        />
      )
    case 'filter':
      return (
        <div className={styles.compared}>
          <ConditionFields
            labelHidden
            labels={{
              field: `${tabWords.field} ${number}`,
              operator: conditionWords.operatorOfCondition({ number }),
              value: conditionWords.valueOfCondition({ number }),
            }}
            columns={[]}
            operators={comparisons.map((cmp) => operatorOf[cmp])}
            condition={{ field: operation.field, operator: operatorOf[operation.cmp ?? 'eq'], value: '' }}
            valueField={
              <PlaceholderField
                label={conditionWords.valueOfCondition({ number })}
                labelHidden
                placeholder={tabWords.value}
                placeholders={around.placeholders}
                value={String(operation.value ?? '')}
                onChange={(value) => onChange({ ...operation, value })}
              />
            }
            onChange={({ field = operation.field, operator }) => {
              const cmp = comparisons.find((one) => operatorOf[one] === operator) ?? operation.cmp
              onChange({ ...operation, field, ...(cmp && { cmp }) })
            }}
          />
        </div>
      )
    case 'sort':
      return (
        <>
          <PlainText
            label={`${tabWords.field} ${number}`}
            placeholder={tabWords.field}
            value={operation.by}
            onChange={(by) => onChange({ ...operation, by })}
          />
          <SelectField
            label={t.direction({ number })}
            labelHidden
            value={operation.dir ?? 'asc'}
            options={[
              { value: 'asc', label: t.ascending },
              { value: 'desc', label: t.descending },
            ]}
            onChange={(dir) => onChange({ ...operation, dir })}
          />
        </>
      )
    case 'limit':
      return (
        <ReadText
          label={`${t.limit} ${number}`}
          placeholder="10"
          value={operation.count}
          print={String}
          read={Number}
          onChange={(count) => onChange({ ...operation, count })}
        />
      )
    case 'wrap':
    case 'unwrap':
      return (
        <PlainText
          label={`${t.key} ${number}`}
          placeholder={operation.op === 'wrap' ? 'data' : 'resource'}
          value={operation.key ?? ''}
          onChange={(key) => onChange({ op: operation.op, ...(key !== '' && { key }) })}
        />
      )
    default:
      return null
  }
}

interface PlainTextProps {
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
}

function PlainText(props: PlainTextProps) {
  return <TextField {...props} labelHidden mono spellCheck={false} autoComplete="off" />
}

interface ReadTextProps<T> extends Pick<PlainTextProps, 'label' | 'placeholder'> {
  value: T
  print: (value: T) => string
  read: (text: string) => T
  onChange: (value: T) => void
}

/** A text that means a value. */
function ReadText<T>({ value, print, read, onChange, ...field }: ReadTextProps<T>) {
  const [text, setText] = useTypedText(value, print)
  return (
    <PlainText
      {...field}
      value={text}
      onChange={(next) => {
        const means = read(next)
        setText(next, means)
        onChange(means)
      }}
    />
  )
}
