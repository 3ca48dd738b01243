import { verbMask, verbs } from '@millwright/contract/verbs'
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronRight,
  IconFilter,
  IconListDetails,
  IconZoomQuestion,
} from '@tabler/icons-react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Text } from '../../ui/text.tsx'
import { filterLine } from '../../widgets/access/access-rules/row-access.ts'
import { holeText } from '../../widgets/access/access-rules/row-facts.tsx'
import { PlaceLink } from '../../widgets/explorer/place-link.tsx'
import styles from './matrix.module.css'
import { type MatrixLine, presetOf, presets } from './matrix.ts'
import { t } from './opened/messages.ts'
import { componentLabel } from './role-services.ts'

const options = presets.map(({ id, label }) => ({ value: id, label }))

interface LineProps {
  line: MatrixLine
  rowIndex: number
  /** The effectively allowed verbs. */
  allowed: number
  expanded: boolean
  /** `null` if there is nothing below the line. */
  onExpand: ((serviceId: number) => void) | null
  onFocus: () => void
  onPreset: (mask: number) => void
  onVerb: (bit: number, isOn: boolean) => void
  onRules: () => void
  onCloseHole: () => void
  /** `null` if the line has no rows to filter. */
  onFilter: (() => void) | null
  /** `null` if explanations are not supported. */
  onExplain: (() => void) | null
}

/** A service or a component of it: its preset, and its verbs. */
export function Line(props: LineProps) {
  const { line, rowIndex, allowed, expanded, onExpand } = props
  const { serviceId, own, some, first, rules, filter, hole } = line
  const about = first ? line.name : `${line.name} ${componentLabel(line.label)}`
  const preset = presetOf(line)
  return (
    <tr className={classNames(styles.line, first && styles.first)} aria-rowindex={rowIndex} onFocus={props.onFocus}>
      <th scope="row" className={styles.subject}>
        {onExpand && serviceId !== null ? (
          <IconButton
            reads
            size="small"
            label={t.serviceComponents({ name: line.name })}
            tooltip={false}
            icon={expanded ? <IconChevronDown /> : <IconChevronRight />}
            aria-expanded={expanded}
            onClick={() => onExpand(serviceId)}
          />
        ) : (
          <span className={styles.noButton} />
        )}
        <span className={styles.name} title={about}>
          {first ? line.name : componentLabel(line.label)}
        </span>
        {hole ? (
          <span className={styles.hole}>
            <IconButton
              size="small"
              label={t.closeHoleLabel({ about, hole: holeText(hole) })}
              icon={<IconAlertTriangle />}
              onClick={props.onCloseHole}
            />
          </span>
        ) : null}
        {filter ? <Note>{filterLine(filter)}</Note> : null}
        {rules > 0 && some === 0 ? <Note>{t.noVerbs}</Note> : null}
      </th>
      <td className={styles.presets}>
        <Segments
          small
          label={preset === null ? t.customVerbsLabel({ about }) : t.accessLabel({ about })}
          options={options}
          value={preset}
          onChange={(id) => props.onPreset(presets.find((one) => one.id === id)?.mask ?? 0)}
        />
      </td>
      {verbs.map((verb) => {
        const bit = verbMask[verb]
        const partly = (some & bit) !== 0 && (own & bit) === 0
        const wider = (some & bit) === 0 && (allowed & bit) !== 0
        return (
          <td key={verb} className={classNames(styles.verb, wider && styles.wider)}>
            <Checkbox
              label={wider ? t.broaderVerbLabel({ verb, about }) : t.verbLabel({ verb, about })}
              labelHidden
              value={(own & bit) !== 0}
              mixed={partly}
              onChange={(on) => props.onVerb(bit, on)}
            />
          </td>
        )
      })}
      <td className={styles.ways}>
        <PlaceLink service={serviceId === null ? null : line.name} component={first ? '' : line.label} />
        {props.onExplain ? (
          <IconButton
            reads
            size="small"
            label={t.explainAccessLabel({ about })}
            icon={<IconZoomQuestion />}
            onClick={props.onExplain}
          />
        ) : null}
        {props.onFilter ? (
          <IconButton
            size="small"
            label={t.filterRowsTitle({ about })}
            icon={<IconFilter />}
            onClick={props.onFilter}
          />
        ) : null}
        {rules > 0 ? (
          <IconButton
            reads
            size="small"
            label={t.rulesAbout({ about })}
            icon={<IconListDetails />}
            onClick={props.onRules}
          />
        ) : null}
      </td>
    </tr>
  )
}

function Note({ children }: { children: string }) {
  return (
    <Text as="span" tone="faint" size="xs" className={styles.note}>
      {children}
    </Text>
  )
}
