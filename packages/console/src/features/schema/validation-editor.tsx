import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Text } from '../../ui/text.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { RuleSettings } from './rule-settings.tsx'
import styles from './schema.module.css'
import { otherRules, readRules, ruleMeanings, writeRules } from './validation-rules.ts'

interface ValidationEditorProps {
  /** JSON; empty: none. */
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

/** What values a field takes: rules with their settings, or the JSON that they are. */
export function ValidationEditor({ text, error, onChange }: ValidationEditorProps) {
  const [asJson, setAsJson] = useState(false)
  const rules = readRules(text)
  if (asJson || rules === null)
    return (
      <Stack gap={3}>
        <TextArea
          label="Validation"
          help="An object of rules, each with its settings."
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
            disabledReason={rules === null && 'This is not an object of rules.'}
            onClick={() => setAsJson(false)}
          >
            Show as rules
          </Button>
        </div>
      </Stack>
    )
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Validation</legend>
      {rules.length === 0 ? (
        <Text tone="muted" size="sm" measure>
          Takes what the database takes.
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
              label={`Delete rule ${rule.rule}`}
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
          label="Rules"
          items={otherRules(rules).map((rule) => ({
            label: rule,
            onSelect: () => onChange(writeRules([...rules, { rule, settings: {} }])),
          }))}
          trigger={(trigger) => (
            <Button {...trigger} size="small" icon={<IconPlus />}>
              Add rule
            </Button>
          )}
        />
        <Button size="small" variant="quiet" onClick={() => setAsJson(true)}>
          Show as JSON
        </Button>
      </Row>
    </fieldset>
  )
}
