import type { ServiceType } from '@millwright/contract/wire/service-type'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Paywall } from '../../../widgets/paywall/paywall.tsx'
import { levelOf, typeLabel } from './type-list.ts'
import styles from './types.module.css'

interface UnavailableTypeProps {
  type: ServiceType
  onOther: () => void
}

/** In place of the form of a kind that this instance does not have. */
export function UnavailableType({ type, onOther }: UnavailableTypeProps) {
  const level = levelOf(type)
  return (
    <div className={styles.chooser}>
      {level === null ? (
        <Banner tone="info" title={`${typeLabel(type)} is not available on this instance.`}>
          The instance knows this kind of service and lacks what it needs to run one.
        </Banner>
      ) : (
        <Paywall serviceName={`the ${typeLabel(type)} connector`} level={level} />
      )}
      <div className={styles.center}>
        <Button onClick={onOther}>Choose another type</Button>
      </div>
    </div>
  )
}
