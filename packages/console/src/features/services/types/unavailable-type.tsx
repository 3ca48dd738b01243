import type { ServiceType } from '@millwright/contract/wire/services'
import { useEnvironment } from '../../../instance/environment.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Paywall } from '../../../widgets/list/paywall/paywall.tsx'
import { t } from './messages.ts'
import { neededLevel, typeLabel } from './type-list.ts'
import styles from './types.module.css'

interface UnavailableTypeProps {
  type: ServiceType
  onOther: () => void
}

/** Shown instead of the form for a type that this instance lacks. */
export function UnavailableType({ type, onOther }: UnavailableTypeProps) {
  const level = neededLevel(type, useEnvironment().platform)
  return (
    <div className={styles.chooser}>
      {level === null ? (
        <Banner tone="info" title={t.notAvailable({ type: typeLabel(type) })}>
          {type.unavailable_reason ? t.reasonAndOther({ reason: type.unavailable_reason }) : t.whateverLicence}
        </Banner>
      ) : (
        <Paywall
          serviceName={t.theConnector({ type: typeLabel(type) })}
          name={['the', typeLabel(type), 'connector'].join(' ')}
          level={level}
        />
      )}
      <Row align="stretch" justify="center">
        <Button onClick={onOther}>{t.chooseAnotherType}</Button>
      </Row>
    </div>
  )
}
