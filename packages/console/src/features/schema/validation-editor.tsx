import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Text } from '../../ui/text.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { schemaMessages } from './messages.ts'
import styles from './schema.module.css'
import {
  otherRules,
  type RuleForm,
  rangeInRule,
  readPattern,
  readRules,
  ruleMeanings,
  withBound,
  withPattern,
  withSetting,
  writeRules,
} from './validation-rules.ts'

interface ValidationEditorProps {
  /** JSON, or empty for none. */
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

/** The validation of a field, edited as rules with settings or as JSON. */
export function ValidationEditor({ text, error, onChange }: ValidationEditorProps) {
  const [asJson, setAsJson] = useState(false)
  const rules = readRules(text)
  if (asJson || rules === null)
    return (
      <Stack gap={3}>
        <TextArea
          label={schemaMessages.validation}
          help={schemaMessages.validationHelp}
          mono
          rows={6}
          spellCheck={false}
          value={text}
          onChange={onChange}
          error={error}
        />
        <div>
          <Button
            size="small"
            disabledReason={rules === null && schemaMessages.rulesInvalid}
            onClick={() => setAsJson(false)}
          >
            {schemaMessages.showAsRules}
          </Button>
        </div>
      </Stack>
    )
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{schemaMessages.validation}</legend>
      {rules.length === 0 ? (
        <Text tone="muted" size="sm" measure>
          {schemaMessages.noRules}
        </Text>
      ) : null}
      {rules.map((rule, index) => (
        <div key={rule.rule} className={styles.rule}>
          <Row gap={3}>
            <Text as="code" weight="medium">
              {rule.rule}
            </Text>
            <Text as="span" tone="muted" size="sm" grow shrink>
              {new Map<string, string>(Object.entries(ruleMeanings)).get(rule.rule)}
            </Text>
            <IconButton
              size="small"
              danger
              label={schemaMessages.deleteRule({ rule: rule.rule })}
              icon={<IconTrash />}
              onClick={() => onChange(writeRules(rules.filter((_, at) => at !== index)))}
            />
          </Row>
          <RuleSettings
            rule={rule}
            onChange={(next) => onChange(writeRules(rules.map((one, at) => (at === index ? next : one))))}
          />
        </div>
      ))}
      {error ? (
        <Text tone="danger" size="sm" role="alert">
          {error}
        </Text>
      ) : null}
      <Row gap={2} align="stretch" wrap>
        <Menu
          label={schemaMessages.rules}
          items={otherRules(rules).map((rule) => ({
            label: rule,
            onSelect: () => onChange(writeRules([...rules, { rule, settings: {} }])),
          }))}
          trigger={(trigger) => (
            <Button {...trigger} size="small" icon={<IconPlus />}>
              {schemaMessages.addRule}
            </Button>
          )}
        />
        <Button size="small" variant="quiet" onClick={() => setAsJson(true)}>
          {schemaMessages.showAsJson}
        </Button>
      </Row>
    </fieldset>
  )
}

interface RuleSettingsProps {
  rule: RuleForm
  onChange: (rule: RuleForm) => void
}

const silently = 'ignore_field'

/** The settings of a rule, and what happens if a value violates it. */
function RuleSettings({ rule, onChange }: RuleSettingsProps) {
  const failing = typeof rule.settings.on_fail === 'string' ? rule.settings.on_fail : ''
  const name = (label: string) => schemaMessages.ruleSetting({ label, rule: rule.rule })
  const way = failing === silently ? 'ignore' : failing === '' ? 'refuse' : 'message'
  return (
    <div className={styles.ruleSettings}>
      <Particular rule={rule} onChange={onChange} />
      <SelectField
        label={schemaMessages.whenItFails}
        value={way}
        onChange={(next) =>
          onChange(
            withSetting(
              rule,
              'on_fail',
              next === 'ignore' ? silently : next === 'refuse' ? '' : schemaMessages.notAllowed,
            ),
          )
        }
        options={[
          { value: 'refuse', label: schemaMessages.refuseTheWrite },
          { value: 'message', label: schemaMessages.rejectWithMessage },
          { value: 'ignore', label: schemaMessages.skipField },
        ]}
      />
      {way === 'message' ? (
        <TextField
          label={name(schemaMessages.message)}
          value={failing}
          onChange={(text) => onChange(withSetting(rule, 'on_fail', text))}
        />
      ) : null}
    </div>
  )
}

function Particular({ rule, onChange }: RuleSettingsProps) {
  const text = (member: string) => {
    const value = rule.settings[member]
    return value === undefined || value === null ? '' : String(value)
  }
  const number = (member: string, label: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      value={text(member)}
      onChange={(typed) =>
        onChange(withSetting(rule, member, typed.trim() === '' ? undefined : Number(typed) || typed))
      }
    />
  )
  const bound = (which: 'min' | 'max', label: string) => (
    <TextField
      label={label}
      type="number"
      value={String(rangeInRule(rule)[which] ?? '')}
      onChange={(typed) => onChange(withBound(rule, which, typed))}
    />
  )
  switch (rule.rule) {
    case 'match':
      return (
        <TextField
          label={schemaMessages.regularExpression}
          mono
          spellCheck={false}
          placeholder="/^[a-z]+$/i"
          help={schemaMessages.withItsDelimiters}
          value={readPattern(rule)}
          onChange={(pattern) => onChange(withPattern(rule, pattern))}
        />
      )
    case 'int':
      return (
        <>
          {bound('min', schemaMessages.atLeast)}
          {bound('max', schemaMessages.atMost)}
          <Named rule={rule} member="formats" names={['hex', 'octal']} onChange={onChange} />
        </>
      )
    case 'float':
      return (
        <TextField
          label={schemaMessages.decimalSeparator}
          placeholder="."
          maxLength={1}
          value={text('decimal')}
          onChange={(typed) => onChange(withSetting(rule, 'decimal', typed))}
        />
      )
    case 'url':
      return <Named rule={rule} member="sections" names={['path', 'query']} onChange={onChange} />
    case 'multi_picklist':
      return (
        <>
          <TextField
            label={schemaMessages.delimiter}
            placeholder=","
            maxLength={1}
            value={text('delimiter')}
            onChange={(typed) => onChange(withSetting(rule, 'delimiter', typed))}
          />
          {number('min', schemaMessages.atLeast)}
          {number('max', schemaMessages.atMost)}
        </>
      )
    default:
      return null
  }
}

interface NamedProps extends RuleSettingsProps {
  member: string
  names: readonly string[]
}

/** A list with some of a few predefined names. */
function Named({ rule, member, names, onChange }: NamedProps) {
  const value = rule.settings[member]
  const selection = Array.isArray(value) ? value.map(String) : []
  return (
    <Row gap={5} rowGap={3} align="stretch" wrap>
      {names.map((name) => (
        <Checkbox
          key={name}
          label={`${member}: ${name}`}
          value={selection.includes(name)}
          onChange={(on) => {
            const next = on ? [...selection, name] : selection.filter((one) => one !== name)
            onChange(withSetting(rule, member, next.length === 0 ? undefined : next))
          }}
        />
      ))}
    </Row>
  )
}
