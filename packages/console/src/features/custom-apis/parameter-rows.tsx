import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import styles from './custom-apis.module.css'
import { t } from './messages.ts'
import { type Parameter, parameterPlaces, parameterTypes, typeOf, withParameter } from './plan/parameters.ts'
import fields from './steps/steps.module.css'

interface ParameterRowsProps {
  parameters: readonly Parameter[]
  /** Placeholders of steps that no parameter declares: `query.state`. */
  undeclared: readonly string[]
  takesBody: boolean
  error: string | undefined
  onChange: (parameters: readonly Parameter[]) => void
}

/** The inputs of an endpoint with their types. Those of the path follow the path. */
export function ParameterRows({ parameters, undeclared, takesBody, error, onChange }: ParameterRowsProps) {
  const set = (key: number, change: Partial<Parameter>) =>
    onChange(parameters.map((each) => (each.key === key ? { ...each, ...change } : each)))
  const declare = (name: string) => {
    const [place, ...rest] = name.split('.')
    const found = parameterPlaces.find((each) => each === place)
    if (found === undefined) return
    const added = { place: found, name: rest[0] ?? '', required: false, schema: { type: 'string' } }
    onChange(withParameter(parameters, added))
  }
  return (
    <Stack as="fieldset" gap={2} className={fields.group}>
      <legend>{t.parameters}</legend>
      {parameters.length === 0 && undeclared.length === 0 ? (
        <Text tone="muted" size="sm">
          {t.noParameters}
        </Text>
      ) : null}
      {parameters.map((parameter) => (
        <ParameterRow
          key={parameter.key}
          parameter={parameter}
          takesBody={takesBody}
          onChange={(change) => set(parameter.key, change)}
          onRemove={() => onChange(parameters.filter(({ key }) => key !== parameter.key))}
        />
      ))}
      {undeclared.map((name) => (
        <Row key={name} gap={3} rowGap={1} wrap>
          <Text tone="muted" size="sm">
            {t.notDeclared({ name: `{${name}}` })}
          </Text>
          <Button size="small" variant="quiet" icon={<IconPlus />} onClick={() => declare(name)}>
            {t.declare}
          </Button>
        </Row>
      ))}
      {error ? (
        <Text tone="danger" size="sm" role="alert" tabIndex={-1}>
          {error}
        </Text>
      ) : null}
      <Row>
        <Button
          size="small"
          icon={<IconPlus />}
          onClick={() =>
            onChange(
              withParameter(parameters, { place: 'query', name: '', required: false, schema: { type: 'string' } }),
            )
          }
        >
          {t.addParameter}
        </Button>
      </Row>
    </Stack>
  )
}

interface ParameterRowProps {
  parameter: Parameter
  takesBody: boolean
  onChange: (change: Partial<Parameter>) => void
  onRemove: () => void
}

function ParameterRow({ parameter, takesBody, onChange, onRemove }: ParameterRowProps) {
  const { place, name, required, schema } = parameter
  const ofPath = place === 'path'
  const shown = name === '' ? t.unnamed : name
  const places = parameterPlaces.filter((each) => each !== 'path' && (each !== 'body' || takesBody || place === 'body'))
  const initial = schema.default
  return (
    <div className={styles.parameter}>
      {ofPath ? (
        <TextField label={t.namedPlace({ name: shown })} labelHidden readOnly value="path" onChange={() => {}} />
      ) : (
        <SelectField
          label={t.namedPlace({ name: shown })}
          labelHidden
          value={place}
          options={places.map((value) => ({ value, label: value }))}
          onChange={(next) => onChange({ place: next })}
        />
      )}
      <TextField
        label={t.namedName({ name: shown })}
        labelHidden
        mono
        spellCheck={false}
        readOnly={ofPath}
        placeholder={tabWords.name}
        value={name}
        onChange={(next) => onChange({ name: next })}
      />
      <SelectField
        label={t.namedType({ name: shown })}
        labelHidden
        value={typeOf(parameter)}
        options={parameterTypes
          .filter((type) => place === 'body' || (type !== 'object' && type !== 'array'))
          .map((type) => ({ value: type, label: type }))}
        onChange={(type) => onChange({ schema: { ...schema, type } })}
      />
      <TextField
        label={t.namedDefault({ name: shown })}
        labelHidden
        mono
        spellCheck={false}
        placeholder={t.initialValue}
        disabled={ofPath || required}
        value={initial === undefined ? '' : typeof initial === 'string' ? initial : JSON.stringify(initial)}
        onChange={(text) => onChange({ schema: withDefault(parameter, text) })}
      />
      <Checkbox
        label={t.required}
        value={required}
        disabled={ofPath}
        onChange={(next) => onChange({ required: next })}
      />
      {ofPath ? (
        <span />
      ) : (
        <IconButton label={t.removeParameter({ name: shown })} danger icon={<IconTrash />} onClick={onRemove} />
      )}
    </div>
  )
}

/** A default has the type of its parameter, as far as its text allows. */
function withDefault(parameter: Parameter, text: string): Parameter['schema'] {
  const { default: _before, ...schema } = parameter.schema
  if (text === '') return schema
  const type = typeOf(parameter)
  const isNumber = (type === 'integer' || type === 'number') && text.trim() !== '' && Number.isFinite(Number(text))
  if (isNumber) return { ...schema, default: Number(text) }
  return { ...schema, default: type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text }
}
