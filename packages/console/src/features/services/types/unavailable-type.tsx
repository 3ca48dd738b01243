import type { ServiceType } from '@millwright/contract/wire/service-type'
import { useEnvironment } from '../../../instance/environment.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Paywall } from '../../../widgets/paywall/paywall.tsx'
import { neededLevel, typeLabel } from './type-list.ts'
import styles from './types.module.css'

interface UnavailableTypeProps {
  type: ServiceType
  onOther: () => void
}

/** In place of the form of a kind that this instance does not have. */
export function UnavailableType({ type, onOther }: UnavailableTypeProps) {
  const level = neededLevel(type, useEnvironment().platform)
  return (
    <div className={styles.chooser}>
      {level === null ? (
        <Banner tone="info" title={`${typeLabel(type)} is not available in this instance.`}>
          {type.unavailable_reason || 'This instance cannot run services of this type, whatever its licence.'} Choose
          another type.
        </Banner>
      ) : (
        <Paywall serviceName={`the ${typeLabel(type)} connector`} level={level} />
      )}
      <Row align="stretch" justify="center">
        <Button onClick={onOther}>Choose another type</Button>
      </Row>
    </div>
  )
}
