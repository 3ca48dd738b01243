import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
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
      <div className={styles.stack}>
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
      </div>
    )
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Validation</legend>
      {rules.length === 0 ? <p className={styles.groupNote}>Takes what the database takes.</p> : null}
      {rules.map((rule, index) => (
        <div key={rule.rule} className={styles.rule}>
          <div className={styles.ruleHead}>
            <code className={styles.ruleName}>{rule.rule}</code>
            <span className={styles.ruleNote}>
              {new Map<string, string>(Object.entries(ruleMeanings)).get(rule.rule)}
            </span>
            <IconButton
              size="small"
              danger
              label={`Delete rule ${rule.rule}`}
              icon={<IconTrash />}
              onClick={() => onChange(writeRules(rules.filter((_, at) => at !== index)))}
            />
          </div>
          <RuleSettings
            rule={rule}
            onChange={(next) => onChange(writeRules(rules.map((one, at) => (at === index ? next : one))))}
          />
        </div>
      ))}
      {error ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      <div className={styles.groupActions}>
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
      </div>
    </fieldset>
  )
}
